"""The command diglot annotate with its actions.

A project folder and the arguments of an action enter. A changed project, exported files, or the
served page leave.
"""

from diglot.cli.commands import Command

DESCRIPTION = (
    "Collect human judgements: links between sentences and their certainty, labels of word "
    "links, groups of words, division trees, terms, matches of a termbase, and answers about "
    "machine translation. A project is a folder; the page works offline and saves every "
    "judgement."
)
ACTIONS = {
    "init": Command("make an empty project", "annotate.project", "init"),
    "import": Command("add the items of files to a layer", "annotate.exchange", "import"),
    "assign": Command("assign the items of a layer to annotators", "annotate.project", "assign"),
    "serve": Command("open the page", "annotate.project", "serve"),
    "invite": Command(
        "invite a person, or let one set a new password", "annotate.maintenance", "invite"
    ),
    "check": Command(
        "check all judgements by the rules of their layers", "annotate.project", "check"
    ),
    "agreement": Command("measure the agreement of annotators", "annotate.project", "agreement"),
    "export": Command(
        "write a layer as a file, or the project as a release of gold data",
        "annotate.exchange",
        "export",
    ),
    "backup": Command("write a project into one file", "annotate.maintenance", "backup"),
    "restore": Command("make a project of a backup", "annotate.maintenance", "restore"),
    "upgrade": Command(
        "bring a project to this version of diglot", "annotate.maintenance", "upgrade"
    ),
    "doctor": Command("examine a project and its machine", "annotate.maintenance", "doctor"),
}
