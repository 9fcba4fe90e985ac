import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError, InputError
from diglot.files.binary import read_bytes, sha256_of_file
from diglot.files.lines import stream_lines
from diglot.files.text import doubt_encoding, read_text, split_lines, suggest_encodings

TEXTS = {
    "cp1251": "Сначала снимите крышку и отвинтите два болта, потом осторожно выньте фильтр.\n" * 4,
    "koi8-r": "Сначала снимите крышку и отвинтите два болта, потом осторожно выньте фильтр.\n" * 4,
    "shift_jis": "最初にふたを外し、二本のボルトをゆるめて、フィルターをそっと取り出します。\n" * 4,
    "big5": "首先取下蓋子，擰鬆兩個螺栓，然後小心地取出濾芯，再用清水沖洗。\n" * 4,
    "cp1255": "תחילה הסירו את המכסה ושחררו שני ברגים, ואחר כך הוציאו בזהירות את המסנן.\n" * 4,
    "cp1254": "Önce kapağı çıkarın ve iki cıvatayı gevşetin, sonra süzgeci dikkatle dışarı alın.\n"
    * 4,
    "cp1250": "Nejdříve sejměte víko a povolte dva šrouby, potom opatrně vyjměte žlutý filtr.\n"
    * 4,
}
TRICKY = "a\u2028b\x85c\x0bd\x0ce\u2029f\rg"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_mark_decides_the_encoding(tmp_path, encoding):
    (tmp_path / "t").write_bytes("né\r\n𝒜\n".encode(encoding))
    assert read_text(tmp_path / "t") == "né\r\n𝒜\n"
    assert read_text(tmp_path / "t", encoding=None if encoding != "utf-8" else "utf-8") == (
        "né\r\n𝒜\n"
    )
    assert list(stream_lines(tmp_path / "t")) == ["né", "𝒜"]


def test_big_endian_mark_is_read(tmp_path):
    (tmp_path / "t").write_bytes(b"\xfe\xff" + "né".encode("utf-16-be"))
    assert read_text(tmp_path / "t") == "né"


@pytest.mark.parametrize("encoding", ["cp1252", "iso-8859-2", "shift_jis", "utf-16-le", "koi8-r"])
def test_named_encoding_is_used(tmp_path, encoding):
    text = "line one\nline two".replace(
        "two", {"koi8-r": "два", "shift_jis": "表"}.get(encoding, "ö")
    )
    (tmp_path / "t").write_bytes(text.encode(encoding))
    assert read_text(tmp_path / "t", encoding=encoding) == text
    assert list(stream_lines(tmp_path / "t", encoding=encoding)) == text.split("\n")


@pytest.mark.parametrize("read", [read_text, lambda path: list(stream_lines(path))])
def test_undecodable_byte_names_file_line_and_option(tmp_path, read):
    (tmp_path / "t").write_bytes("fine\nnoël\n".encode("latin-1"))
    with pytest.raises(FormatError, match=r"t, line 2: is not UTF-8: byte 0xEB .*--encoding NAME"):
        read(tmp_path / "t")


@pytest.mark.parametrize("read", [read_text, lambda path: list(stream_lines(path))])
def test_nul_names_the_line(tmp_path, read):
    (tmp_path / "t").write_bytes(b"fine\nno\0t")
    with pytest.raises(FormatError, match="line 2: holds a NUL"):
        read(tmp_path / "t")


def test_utf16_without_mark_is_not_taken_for_text(tmp_path):
    (tmp_path / "t").write_bytes("plain".encode("utf-16-le"))
    with pytest.raises(FormatError, match="utf-16-le"):
        read_text(tmp_path / "t")


def test_the_encoding_of_many_lines_is_told_by_all_of_them(tmp_path):
    lines = ["Глава 1", "Снимите крышку и отвинтите оба болта, потом выньте фильтр.", "Да."] * 9
    (tmp_path / "t").write_text("\n".join(lines), encoding="koi8-r")
    with pytest.raises(FormatError, match=r"line 1: .*--encoding koi8-r"):
        list(stream_lines(tmp_path / "t"))


def test_half_a_utf16_file_is_an_error(tmp_path):
    (tmp_path / "t").write_bytes("plain".encode("utf-16")[:-1])
    with pytest.raises(FormatError, match="truncated"):
        read_text(tmp_path / "t")


@pytest.mark.parametrize(
    ("magic", "name"),
    [
        (b"PK\x03\x04\xff", "zip container"),
        (b"%PDF-1.7\n\xe2\xe3", "PDF"),
        (b"\x1f\x8b\x08", "gzip"),
    ],
)
def test_well_known_binary_is_named(tmp_path, magic, name):
    (tmp_path / "t").write_bytes(magic + b"\0\0")
    with pytest.raises(FormatError, match=name):
        read_text(tmp_path / "t")


@pytest.mark.parametrize("name", ["no-such-encoding", "hex", "zip"])
def test_unknown_encoding_is_a_configuration_error(tmp_path, name):
    (tmp_path / "t").write_bytes(b"abc")
    with pytest.raises(ConfigError, match=name):
        read_text(tmp_path / "t", encoding=name)


@pytest.mark.parametrize("codec", ["utf-7", "unicode_escape", "raw_unicode_escape"])
def test_codec_that_makes_lone_surrogates_is_refused(tmp_path, codec):
    (tmp_path / "t").write_bytes(b"+2AA-" if codec == "utf-7" else b"\\ud800")
    with pytest.raises(FormatError):
        read_text(tmp_path / "t", encoding=codec)


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (lambda p: None, "no such file"),
        (lambda p: p.mkdir(), "is a folder"),
    ],
)
def test_what_cannot_be_opened_is_an_input_error(tmp_path, prepare, words):
    path = tmp_path / "t"
    prepare(path)
    for read in (read_bytes, read_text, sha256_of_file, lambda p: list(stream_lines(p))):
        with pytest.raises(InputError, match=words):
            read(path)


def test_nul_in_a_file_name_is_an_input_error():
    with pytest.raises(InputError, match="NUL"):
        read_bytes("a\0b")


def test_lines_end_at_line_feeds_only(tmp_path):
    (tmp_path / "t").write_text(TRICKY + "\r\n\nlast", newline="")
    assert split_lines(read_text(tmp_path / "t")) == [TRICKY, "", "last"]
    assert list(stream_lines(tmp_path / "t")) == [TRICKY, "", "last"]


def test_byte_order_mark_in_the_middle_is_content(tmp_path):
    (tmp_path / "t").write_text("a\n\ufeffb\n")
    assert read_text(tmp_path / "t") == "a\n\ufeffb\n"
    assert list(stream_lines(tmp_path / "t")) == ["a", "\ufeffb"]


def test_empty_file_has_no_lines(tmp_path):
    (tmp_path / "t").write_bytes(b"")
    assert read_text(tmp_path / "t") == ""
    assert split_lines("") == list(stream_lines(tmp_path / "t")) == []


@given(st.lists(st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"]))))
def test_lines_joined_are_split_again(lines):
    assert split_lines("".join(f"{line}\n" for line in lines)) == lines
    assert split_lines("".join(f"{line}\r\n" for line in lines)) == lines


def test_digest_is_the_sha256_of_the_bytes(tmp_path):
    (tmp_path / "t").write_bytes(b"abc" * 100_000)
    assert sha256_of_file(tmp_path / "t") == hashlib.sha256(b"abc" * 100_000).hexdigest()


def test_encodings_that_pass_for_utf_8_are_named(tmp_path):
    path = tmp_path / "a.txt"
    for encoding, name in (
        ("iso2022_jp", "line 2: .*--encoding iso2022_jp"),
        ("utf-16-le", "--encoding utf-16-le"),
        ("utf-16-be", "--encoding utf-16-be"),
    ):
        path.write_bytes("One.\n猫とねこ.\n"[: None if "2022" in encoding else 5].encode(encoding))
        with pytest.raises(FormatError, match=name):
            read_text(path)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("The word 汉字 is read aloud.\n", "hz"), ("Кот спит. Пёс нет ест.\n", "utf-7")],
)
def test_letters_in_seven_bits_are_not_read_as_ascii(tmp_path, text, encoding):
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(encoding))
    with pytest.raises(FormatError, match=f"--encoding {encoding}, or as it is with"):
        read_text(path)
    assert suggest_encodings(path.read_bytes()) == (encoding,)
    assert read_text(path, encoding=encoding) == text
    assert read_text(path, encoding="ascii") == path.read_text("ascii")


@pytest.mark.parametrize(
    "text",
    [
        "Call +491701234567, +4917012345678 or +12025550123456, or +33 1 23 45.",
        "C++/CLI, a+b+c+defg, 1+2345 and x+abcd-e.",
        "\\def~{a b~} and ~{x~}, home is ~/a; ~~{ab~}.",
    ],
)
def test_plus_signs_and_tildes_of_plain_text_are_left_alone(tmp_path, text):
    (tmp_path / "a.txt").write_text(text)
    assert read_text(tmp_path / "a.txt") == text


def test_fault_far_behind_names_its_line(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"a line of text\n" * 9_000 + b"caf\xe9\n")
    with pytest.raises(FormatError) as found:
        list(stream_lines(path))
    assert found.value.place == "line 9001"


def test_pipes_and_devices_are_refused_at_once(tmp_path):
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero")):
        with pytest.raises(InputError, match=r"is a pipe or a device; save it as a file first"):
            read_bytes(path)


@pytest.mark.parametrize("encoding", TEXTS)
def test_error_names_the_encoding_that_a_text_seems_to_be_in(tmp_path, encoding):
    (tmp_path / "t").write_bytes(TEXTS[encoding].encode(encoding))
    with pytest.raises(FormatError) as caught:
        read_text(tmp_path / "t")
    cure = str(caught.value).partition("--encoding ")[2]
    if encoding in ("cp1250", "cp1254"):  # Latin letters, whose encodings are too much alike
        assert encoding in cure
    else:
        assert TEXTS[encoding].encode(encoding).decode(cure.partition(",")[0]) == TEXTS[encoding]


@pytest.mark.parametrize(
    ("written", "named", "found"),
    [
        ("cp1251", "koi8-r", "cp1251"),
        ("koi8-r", "cp1251", "koi8-r"),
        ("cp1251", "cp1252", "cp1251"),
        ("big5", "gb18030", "big5"),
        ("utf-8", "cp1252", "utf-8"),
        ("cp1251", "cp1251", None),
        ("shift_jis", "cp932", None),
        ("cp1254", "iso-8859-9", None),
        ("utf-8-sig", "cp1251", None),
    ],
)
def test_named_encoding_that_makes_no_sense_of_a_text_is_doubted(tmp_path, written, named, found):
    (tmp_path / "t").write_bytes(TEXTS.get(written, TEXTS["cp1250"]).encode(written))
    assert doubt_encoding(tmp_path / "t", named) == found


def test_an_encoding_that_does_not_exist_is_an_error_though_the_file_says_its_own(tmp_path):
    (tmp_path / "t").write_bytes("né".encode("utf-16"))
    with pytest.raises(ConfigError, match="klingon"):
        doubt_encoding(tmp_path / "t", "klingon")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["Глава первая\nо мельнице\n", "水車の門は\n早朝に\n閉じた\n"])
def test_utf_16_without_a_mark_is_told_in_any_script(tmp_path, encoding, text):
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(encoding))
    with pytest.raises(FormatError, match=f"--encoding {encoding}"):
        read_text(path)


@pytest.mark.parametrize("named", ["cp1252", "koi8-r", "gb18030", "utf-16-le"])
def test_an_encoding_that_is_named_is_that_of_the_files_that_are_not_utf_8(tmp_path, named):
    text = "Kapitel 6.1, „Wie viele Mühlen?“ – Äpfel für Jürgen, Öl für Käthe\n"
    (tmp_path / "a.txt").write_bytes(text.encode())
    (tmp_path / "b.txt").write_bytes(text.encode("gb18030" if named == "gb18030" else "utf-16-le"))
    assert read_text(tmp_path / "a.txt", encoding=named) == text
    assert list(stream_lines(tmp_path / "a.txt", encoding=named)) == [text.strip()]
    if named in {"gb18030", "utf-16-le"}:
        assert read_text(tmp_path / "b.txt", encoding=named) == text


def test_chinese_whose_few_bytes_are_utf_8_by_chance_is_read_as_named(tmp_path):
    (tmp_path / "a.txt").write_bytes("联通\n".encode("gb18030"))
    assert read_text(tmp_path / "a.txt", encoding="gb18030") == "联通\n"
