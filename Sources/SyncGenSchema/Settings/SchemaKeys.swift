package enum TopKey: String, LanguageKey {
  case swiftsync, tool, name, version, doc, include, generate, conventions, enums, types, scalars,
    traits
  case entities, migrations
  case oldestVersion = "oldest-version"
  case adopt, lint, api

  package static var allowsAnnotations: Bool { true }

  package var entry: KeyEntry {
    switch self {
    case .swiftsync:
      KeyEntry(
        #"{ "const": 1 }"#,
        "The version of this language, 1. It is the first key.", isRequired: true)
    case .tool:
      KeyEntry(
        LanguageSchema.scalar,
        """
        The version of the tool, e.g. `"1.2"` for every `1.2.x`. Other versions refuse the schema, so \
        that a team generates with one.
        """)
    case .name:
      KeyEntry(
        #"{ "type": "string", "pattern": "^[A-Z]" }"#,
        """
        The UpperCamelCase prefix of generated types and files; by default the name of the file, so \
        that `my-shop.yaml` is `MyShop`. Standard input needs it.
        """)
    case .version:
      KeyEntry(
        LanguageSchema.version,
        "The version of this schema, an integer of at least 1; by default 1.")
    case .doc: KeyEntry(LanguageSchema.scalar, "A description of the schema.")
    case .include:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.string),
        """
        A list of [fragments](#fragment). Paths are relative to this file. A `*` in the name of a file \
        stands for any text: `sites/*.yaml`.
        """)
    case .generate:
      KeyEntry(
        LanguageSchema.reference("generate"),
        "What is generated, and the output folder. See *Generate*.")
    case .conventions:
      KeyEntry(
        LanguageSchema.reference("conventions"),
        "How payloads are written. See *Conventions*.")
    case .enums:
      KeyEntry(
        LanguageSchema.named(LanguageSchema.reference("enum"), pattern: LanguageSchema.typeName),
        "Enums by name.")
    case .types:
      KeyEntry(
        LanguageSchema.named(
          LanguageSchema.reference("valueType"), pattern: LanguageSchema.typeName),
        "Types without a table, by name. See *Value type*.")
    case .scalars:
      KeyEntry(
        LanguageSchema.named(LanguageSchema.reference("scalar"), pattern: LanguageSchema.typeName),
        "Types with a check, by name. See *Scalars*.")
    case .traits:
      KeyEntry(
        LanguageSchema.named(LanguageSchema.reference("trait"), pattern: LanguageSchema.typeName),
        "Members and settings that several entities share. See *Trait*.")
    case .entities:
      KeyEntry(
        LanguageSchema.named(LanguageSchema.reference("entity"), pattern: LanguageSchema.typeName),
        """
        Entities by name, at least one. Required, unless the schema has `enums` or `api`.
        """)
    case .migrations:
      KeyEntry(
        LanguageSchema.named(
          LanguageSchema.list(LanguageSchema.reference("migrationStep")), pattern: "^[0-9]+$"),
        "For each version after 1, a list of steps. See *Versions* and *Migration step*.")
    case .oldestVersion:
      KeyEntry(
        LanguageSchema.version,
        """
        The oldest version that installed apps still have, up to `version`; by default 1. Frozen \
        files of older versions are not needed; see [squash](command-line.md#squash).
        """)
    case .adopt:
      KeyEntry(
        LanguageSchema.any(
          LanguageSchema.flag, LanguageSchema.choice([Adoption.readOnly.rawValue])),
        """
        `false` (default), `true`: the store can open a database that other code created and still \
        uses, or `read-only`: it reads such a database and never writes to it. See [Existing \
        databases](../existing-databases.md).
        """)
    case .lint:
      KeyEntry(
        LanguageSchema.reference("lint"),
        "Lint rules and their levels, checked by every command. See *Lint rules*.")
    case .api: KeyEntry(LanguageSchema.reference("api"), "The endpoints of a backend. See *API*.")
    }
  }
}

/// The keys of a fragment, a file named under `include`.
package enum FragmentKey: String, LanguageKey {
  case enums, types, scalars, traits, entities, migrations

  package var entry: KeyEntry {
    switch self {
    case .enums: TopKey.enums.entry
    case .types: TopKey.types.entry
    case .scalars: TopKey.scalars.entry
    case .traits: TopKey.traits.entry
    case .entities: KeyEntry(TopKey.entities.entry.schema, "Entities by name.")
    case .migrations:
      KeyEntry(
        TopKey.migrations.entry.schema,
        "Steps by version, after those of the schema. See *Migration step*.")
    }
  }
}

package enum GenerateKey: String, LanguageKey {
  case output, access, sets, cloudkit, templates, history, outputs

  package var entry: KeyEntry {
    switch self {
    case .output:
      KeyEntry(
        LanguageSchema.string,
        """
        The output folder, relative to the schema. By default `../Generated/<Name>` for a schema in \
        a folder called `Schemas`, and `Generated/<Name>` beside others. It must be inside the \
        package of the schema, and no part of the path can begin with a dot.
        """)
    case .access:
      KeyEntry(
        LanguageSchema.choice(GenerationOptions.Access.self),
        "`internal` (default), `package` or `public`.")
    case .sets:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.choice(GenerationOptions.knownSets)),
        """
        Template sets to run; by default `[swift, sql]`, and `[swift]` [without \
        entities](../rest.md#use-it-without-a-store). The sets are `swift`, `sql`, `patch`, \
        `swiftdata`, `grdb`, `mermaid`, `html`, `json-schema`, `openapi`, `fixtures`.
        """)
    case .cloudkit:
      KeyEntry(
        LanguageSchema.any(LanguageSchema.flag, LanguageSchema.version),
        """
        For `swiftdata`: `true` if CloudKit mirrors the stores, or the first version in which it \
        does; by default `false`. See [CloudKit](generated-code.md#cloudkit).
        """)
    case .templates:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.string),
        """
        Folders with your own templates, relative to the schema. They are searched before the \
        built-in ones.
        """)
    case .history:
      KeyEntry(
        LanguageSchema.choice(GenerationOptions.History.self),
        """
        Which models of older versions to generate: `used` (default), those that the app's \
        migration functions use, or `all`.
        """)
    case .outputs:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.reference("output")),
        "Other folders to generate into, such as code for another platform. See *Outputs*.")
    }
  }
}

/// The keys of an item of `outputs` under `generate`.
package enum OutputKey: String, LanguageKey {
  case output, templates, sets, cloudkit, program, params, format, timeout

  package var entry: KeyEntry {
    switch self {
    case .output:
      KeyEntry(
        LanguageSchema.string,
        """
        The folder, relative to the schema. No other output of the schema may be in it or around it.
        """, isRequired: true)
    case .templates:
      KeyEntry(
        LanguageSchema.any(
          LanguageSchema.string, LanguageSchema.list(LanguageSchema.string)),
        """
        The folder with your templates for this output, or a list of folders, relative to the schema.
        """)
    case .sets:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.choice(GenerationOptions.knownSets)),
        "Built-in template sets to run; by default none.")
    case .cloudkit: GenerateKey.cloudkit.entry
    case .program:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.string, atLeast: 1),
        """
        A program that generates the files, and its arguments. It runs in the folder of the schema. See \
        [programs](../extend.md#programs).
        """)
    case .params:
      KeyEntry(
        #"{ "type": "object" }"#,
        """
        Values that templates and programs read under `params`, e.g. `params.package` for \
        `params: { package: com.example }`.
        """)
    case .format:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.string, atLeast: 2),
        """
        A program that formats the files in place, and its arguments. `"{files}"` stands for the paths \
        of the files.
        """)
    case .timeout:
      KeyEntry(
        LanguageSchema.positiveInteger,
        "The seconds after which `program` and `format` are stopped; by default 300.")
    }
  }
}
