"""What is known of words beforehand, made to fit the words of a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.text.languages import is_spaceless

if TYPE_CHECKING:
    from diglot.packs.pack import Pack
    from diglot.pipeline.steps.words.sentence_pairs import Tokenising
    from diglot.words.corpus import Corpus
    from diglot.words.storage.model import Model


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known of the words of two languages.

    Attributes:
        model: saved by another run; goes before the pack.
        pack: counts of other text.
        notes: what to tell the user.
    """

    model: Model | None = None
    pack: Pack | None = None
    notes: tuple[str, ...] = ()


def fit_to_text(known: Knowledge, corpus: Corpus, how: Tokenising) -> Knowledge:
    """Look up what is known under the words of a text, where these were cut otherwise.

    A model of another cut serves as a pack does: its jumps and fertilities are of other words.
    """
    if not any(map(is_spaceless, how.codes)):
        return known
    from diglot.words.recutting import pack_of_model, recut_pack, tokens_alike

    model, pack, notes = known.model, known.pack, known.notes
    if model is not None:
        alike = tokens_alike(model, corpus, how.codes)
        if alike and model.tokeniser == how.tokeniser:
            return known
        source, target = (code or "" for code in how.codes)
        pack = pack_of_model(model, (source, target), tokenisers=_tokenisers(model, how))
        notes = (*notes, "the model has other words than the text: they are laid over each other")
    if pack is None:
        return known
    return Knowledge(pack=recut_pack(pack, corpus, how.tokenisers), notes=notes)


def _tokenisers(model: Model, how: Tokenising) -> tuple[str, str]:
    """Return who cut the words of a model, by side; segmenters stand in its label in order."""
    if model.tokeniser == "none":
        # No segmenter has this name: the words of the model itself tell how it was cut.
        return "model", "model"
    names = model.tokeniser.split("+")[1:]
    source, target = (
        names.pop(0) if names and is_spaceless(code) else "diglot" for code in how.codes
    )
    return source, target
