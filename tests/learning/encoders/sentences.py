"""Three sentences in every language of the encoder, each a translation of its neighbours."""

SENTENCES = {
    "ar": (
        "القطة نائمة على الكرسي.",
        "رفع المجلس الضريبة بنسبة 3 في المئة عام 2019.",
        "هل قرأت رسالة أختي؟",
    ),
    "de": (
        "Die Katze schläft auf dem Stuhl.",
        "2019 erhöhte der Rat die Steuer um 3 Prozent.",
        "Hast du den Brief meiner Schwester gelesen?",
    ),
    "en": (
        "The cat is sleeping on the chair.",
        "In 2019 the council raised the tax by 3 percent.",
        "Have you read my sister's letter?",
    ),
    "es": (
        "El gato duerme en la silla.",
        "En 2019 el consejo subió el impuesto un 3 por ciento.",
        "¿Has leído la carta de mi hermana?",
    ),
    "fr": (
        "Le chat dort sur la chaise.",
        "En 2019, le conseil a augmenté la taxe de 3 pour cent.",
        "As-tu lu la lettre de ma sœur ?",
    ),
    "it": (
        "Il gatto dorme sulla sedia.",
        "Nel 2019 il consiglio ha aumentato la tassa del 3 per cento.",
        "Hai letto la lettera di mia sorella?",
    ),
    "ja": (
        "猫は椅子の上で眠っている。",
        "2019年に議会は税を3パーセント引き上げた。",
        "私の妹の手紙を読みましたか。",
    ),
    "ko": (
        "고양이가 의자 위에서 자고 있다.",
        "2019년에 의회는 세금을 3퍼센트 올렸다.",
        "내 여동생의 편지를 읽었니?",
    ),
    "nl": (
        "De kat slaapt op de stoel.",
        "In 2019 verhoogde de raad de belasting met 3 procent.",
        "Heb je de brief van mijn zus gelezen?",
    ),
    "pl": (
        "Kot śpi na krześle.",
        "W 2019 roku rada podniosła podatek o 3 procent.",
        "Czy czytałeś list mojej siostry?",
    ),
    "pt": (
        "O gato dorme na cadeira.",
        "Em 2019 o conselho aumentou o imposto em 3 por cento.",
        "Você leu a carta da minha irmã?",
    ),
    "ru": (
        "Кошка спит на стуле.",
        "В 2019 году совет повысил налог на 3 процента.",
        "Ты читал письмо моей сестры?",
    ),
    "th": ("แมวกำลังนอนอยู่บนเก้าอี้", "ในปี 2019 สภาขึ้นภาษีร้อยละ 3", "คุณอ่านจดหมายของน้องสาวฉันหรือยัง"),
    "tr": (
        "Kedi sandalyede uyuyor.",
        "2019'da meclis vergiyi yüzde 3 artırdı.",
        "Kız kardeşimin mektubunu okudun mu?",
    ),
    "zh": ("猫在椅子上睡觉。", "2019年，议会把税提高了百分之三。", "你读过我妹妹的信吗？"),
}
ALL = [text for texts in SENTENCES.values() for text in texts]
