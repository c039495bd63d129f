"""The files that `generate` writes, before and after, for the attack `kills`."""
import hashlib
import shutil
import subprocess

HEAD = """\
swiftsync: 1
name: App
version: 1
generate: { output: output, sets: [swift, sql] }
entities:
"""
ENTITY = """\
  Thing%s:
    doc: %s
    attributes:
      id: uuid
      name: string
"""


class GeneratedState:
    """A folder without generated files or with those of an older schema, which has more entities."""

    def __init__(self, tool, folder, is_first):
        self.name = "generate, " + ("first files" if is_first else "changed files")
        self.folder = folder / ("generate-first" if is_first else "generate-changed")
        self.command = [tool, "generate", "schema.yaml", "--quiet"]
        self.output, self.older = self.folder / "output", self.folder / "older"
        self.folder.mkdir()
        self.before = {}
        if not is_first:
            self.before = self.generate("older", "ABCDEFGH")
            self.output.rename(self.older)
        self.after = self.generate("newer", "ABCDE")

    def generate(self, description, letters):
        (self.folder / "schema.yaml").write_text(HEAD + "".join(ENTITY % (letter, description) for letter in letters))
        subprocess.run(self.command, cwd=self.folder, check=True)
        return self.files()

    def files(self):
        """The digests of all files in the output folder."""
        return {
            str(path.relative_to(self.output)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in self.output.rglob("*") if path.is_file()
        }

    def prepare(self):
        shutil.rmtree(self.output, ignore_errors=True)
        if self.before:
            shutil.copytree(self.older, self.output)

    def problem(self):
        """What is wrong after a kill, or None. The next run is expected to complete the work."""
        found = self.files()
        for name in sorted({*self.before, *self.after}):
            if found.get(name) not in (self.before.get(name), self.after.get(name)):
                return f"'{name}' has neither its old nor its new content"
        repeated = subprocess.run(self.command, cwd=self.folder, capture_output=True, text=True)
        if repeated.returncode != 0:
            return f"the next run ends with {repeated.returncode}: {repeated.stderr[-200:]}"
        different = sorted(set(self.files().items()) ^ set(self.after.items()))
        return f"the next run leaves other files: {different[:3]}" if different else None
