"""The machine code of ELF object files that a program reaches, symbol by symbol.

On Apple platforms, the linker keeps a function if something that is kept refers to it, and it always
keeps what the metadata of Swift refers to. On Linux, it decides by section, and the metadata of a
file is one section, so it keeps almost everything. This module computes from objects of Linux what
remains if the decision is made by symbol. The objects must be compiled with
`-Xfrontend -function-sections`; otherwise calls within a file have no relocations.
"""

import bisect
import collections
import struct

TEXT = ".text"
#: Sections that the linker of Apple platforms never strips.
METADATA = "swift5_"
SHT_SYMTAB, SHT_RELA, SHT_SYMTAB_SHNDX, SHF_ALLOC = 2, 4, 18, 2
STT_SECTION, STB_LOCAL = 3, 0
#: Relocations in code whose addend is relative to the end of the instruction.
RELATIVE_X86 = (2, 4)

Section = collections.namedtuple("Section", "name kind flags offset size link info")
Symbol = collections.namedtuple("Symbol", "name binding kind section value")


class Object:
    """The sections, symbols and relocations of a 64-bit little-endian ELF file."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        start, = struct.unpack_from("<Q", self.bytes, 40)
        entry, count, names = struct.unpack_from("<HHH", self.bytes, 58)
        if count == 0:  # More than 65,279 sections: the first header has the numbers.
            count, = struct.unpack_from("<Q", self.bytes, start + 32)
        if names == 0xFFFF:
            names, = struct.unpack_from("<I", self.bytes, start + 40)
        headers = [struct.unpack_from("<IIQQQQII", self.bytes, start + entry * i) for i in range(count)]
        strings = headers[names][4]
        self.sections = [
            Section(self.string(strings + name), kind, flags, offset, size, link, info)
            for name, kind, flags, _, offset, size, link, info in headers]
        self.symbols = [symbol for table in self.of_kind(SHT_SYMTAB) for symbol in self.read_symbols(table)]

    def of_kind(self, kind):
        return [section for section in self.sections if section.kind == kind]

    def string(self, start):
        return self.bytes[start:self.bytes.index(0, start)].decode()

    def read_symbols(self, table):
        strings = self.sections[table.link].offset
        # Numbers of sections that do not fit into 16 bits are in a table of their own.
        wide = self.of_kind(SHT_SYMTAB_SHNDX)
        for index, (name, info, _, section, value, _) in enumerate(
                struct.iter_unpack("<IBBHQQ", self.bytes[table.offset:table.offset + table.size])):
            if section == 0xFFFF and wide:
                section, = struct.unpack_from("<I", self.bytes, wide[0].offset + 4 * index)
            yield Symbol(self.string(strings + name), info >> 4, info & 15, section, value)

    def relocations(self, table):
        return struct.iter_unpack("<QQq", self.bytes[table.offset:table.offset + table.size])


class Graph:
    """The parts of all objects, one for each symbol, and what they refer to."""

    def __init__(self, paths, entry):
        self.sizes, self.is_code, self.references, self.roots = [], [], [], set()
        #: By object and section: the offsets of its parts, and their numbers.
        self.places = {}
        self.globals = {}
        objects = [Object(path) for path in paths]
        for number, file in enumerate(objects):
            self.divide(number, file, entry)
        for number, file in enumerate(objects):
            for table in file.of_kind(SHT_RELA):
                if (number, table.info) in self.places:
                    self.connect(number, file, table)

    def divide(self, number, file, entry):
        offsets = collections.defaultdict(lambda: {0})
        named = [symbol for symbol in file.symbols if symbol.name and symbol.kind != STT_SECTION]
        for symbol in named:
            offsets[symbol.section].add(symbol.value)
        for index, section in enumerate(file.sections):
            if not section.flags & SHF_ALLOC or section.name == ".eh_frame":
                continue
            starts = sorted(offsets[index])
            first = len(self.sizes)
            self.places[number, index] = starts, first
            ends = starts[1:] + [section.size]
            self.sizes += [end - start for start, end in zip(starts, ends)]
            self.is_code += [section.name.startswith(TEXT)] * len(starts)
            self.references += [set() for _ in starts]
            if section.name.startswith((METADATA, ".init_array")):
                self.roots.update(range(first, first + len(starts)))
        for symbol in named:
            if (number, symbol.section) not in self.places:
                continue
            part = self.part(number, symbol.section, symbol.value)
            if symbol.binding != STB_LOCAL:
                self.globals.setdefault(symbol.name, part)
            if symbol.name == entry:
                self.roots.add(part)

    def part(self, number, section, offset):
        starts, first = self.places[number, section]
        return first + max(0, bisect.bisect_right(starts, offset) - 1)

    def connect(self, number, file, table):
        in_code = file.sections[table.info].name.startswith(TEXT)
        for offset, info, addend in file.relocations(table):
            source, symbol = self.part(number, table.info, offset), file.symbols[info >> 32]
            if symbol.binding != STB_LOCAL and symbol.name in self.globals:
                target = self.globals[symbol.name]
            elif (number, symbol.section) in self.places:
                place = symbol.value
                if symbol.kind == STT_SECTION:
                    place += addend + (4 if in_code and info & 0xFFFFFFFF in RELATIVE_X86 else 0)
                target = self.part(number, symbol.section, place)
            else:
                continue
            self.references[source].add(target)

    def reached(self):
        found, waiting = set(self.roots), list(self.roots)
        while waiting:
            for part in self.references[waiting.pop()] - found:
                found.add(part)
                waiting.append(part)
        return found


def reachable_code(paths, entry):
    """The bytes of machine code that a function and the metadata reach, and those of all objects."""
    graph = Graph(paths, entry)
    reached = graph.reached()
    return (
        sum(graph.sizes[part] for part in reached if graph.is_code[part]),
        sum(size for size, is_code in zip(graph.sizes, graph.is_code) if is_code))
