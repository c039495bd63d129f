// swift-tools-version: 6.1
// Generated types are `nonisolated`, which older compilers accept only on extensions and members.

import PackageDescription

/// The settings of every Swift target of the package.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// The settings of small modules in which the tests spend much of their time. `scripts/test` optimizes
/// them, file by file, so that builds stay incremental.
let busySettings =
  Context.environment["SWIFTSYNC_OPTIMIZE_BUSY_MODULES"] == nil
  ? settings : settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "swiftsync-gen",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "swiftsync-gen", targets: ["swiftsync-gen"]),
    .library(
      name: "SwiftSyncKit",
      targets: [
        "SwiftSyncKit", "SwiftSyncRuntime", "SwiftSyncLive", "SwiftSyncStore", "SwiftSyncREST",
        "SwiftSyncURLSession",
      ]),
    .library(
      name: "SwiftSyncRuntime",
      targets: ["SwiftSyncRuntime", "SwiftSyncStore", "SwiftSyncREST", "SwiftSyncURLSession"]),
    .library(name: "SwiftSyncStore", targets: ["SwiftSyncStore"]),
    .library(name: "SwiftSyncREST", targets: ["SwiftSyncREST", "SwiftSyncURLSession"]),
    .library(name: "SwiftSyncLive", targets: ["SwiftSyncLive"]),
    .library(name: "SwiftSyncTestSupport", targets: ["SwiftSyncTestSupport"]),
    .library(name: "SwiftSyncSimulator", targets: ["SwiftSyncSimulator"]),
    .plugin(name: "SwiftSyncBuildPlugin", targets: ["SwiftSyncBuildPlugin"]),
    .plugin(name: "SwiftSyncCommandPlugin", targets: ["SwiftSyncCommandPlugin"]),
  ],
  targets: [
    // System libraries
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),

    // Shared by the tool and the runtime
    .target(name: "SwiftSyncFoundation", swiftSettings: settings),
    .target(name: "SwiftSyncThreads", swiftSettings: settings),
    .target(name: "SwiftSyncValues", swiftSettings: busySettings),
    .target(
      name: "SwiftSyncSQLite", dependencies: ["CSQLite", "SwiftSyncValues"], swiftSettings: settings
    ),

    // The tool
    .target(
      name: "SyncGenDiagnostics", dependencies: ["SwiftSyncValues"], swiftSettings: busySettings),
    .target(
      name: "SyncGenYAML", dependencies: ["CYAML", "SyncGenDiagnostics"],
      swiftSettings: busySettings),
    .target(
      name: "SyncGenSchema",
      dependencies: ["SyncGenDiagnostics", "SyncGenYAML", "SwiftSyncValues"],
      swiftSettings: settings),
    .target(
      name: "SyncGenMigration",
      dependencies: ["SyncGenDiagnostics", "SyncGenSchema", "SwiftSyncValues"],
      swiftSettings: settings),
    .target(
      name: "SyncGenTemplateEngine",
      dependencies: ["SyncGenDiagnostics", "SwiftSyncThreads", "SwiftSyncValues"],
      swiftSettings: busySettings),
    .target(
      name: "SyncGenBuiltInTemplates",
      path: "Templates",
      resources: [
        .embedInCode("swift"), .embedInCode("sql"), .embedInCode("patch"), .embedInCode("openapi"),
        .embedInCode("fixtures"),
        .embedInCode("mermaid"), .embedInCode("json-schema"), .embedInCode("html"),
        .embedInCode("grdb"), .embedInCode("swiftdata"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "SyncGenEmit",
      dependencies: [
        "SyncGenDiagnostics", "SyncGenSchema", "SyncGenMigration", "SyncGenTemplateEngine",
        "SyncGenBuiltInTemplates", "SwiftSyncSQLite", "SwiftSyncThreads", "SwiftSyncValues",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "SyncGenCommandLine",
      dependencies: [
        "SyncGenDiagnostics", "SyncGenYAML", "SyncGenSchema", "SyncGenMigration",
        "SyncGenTemplateEngine", "SyncGenBuiltInTemplates", "SyncGenEmit",
        "SwiftSyncSQLite", "SwiftSyncThreads", "SwiftSyncValues",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "SyncGenImport",
      dependencies: [
        "CSQLite", "SyncGenCommandLine", "SyncGenDiagnostics", "SyncGenYAML", "SyncGenSchema",
        "SyncGenMigration", "SwiftSyncSQLite", "SwiftSyncValues",
      ],
      swiftSettings: settings
    ),
    // The page about diagnostics, docs/reference/diagnostics.md, for the command that explains them
    .target(
      name: "SyncGenReference", dependencies: ["SyncGenDiagnostics"],
      resources: [.embedInCode("diagnostics.md")], swiftSettings: settings),
    .executableTarget(
      name: "swiftsync-gen",
      dependencies: [
        "SyncGenCommandLine", "SyncGenDiagnostics", "SyncGenSchema", "SyncGenMigration",
        "SyncGenImport", "SyncGenReference",
        "SwiftSyncSession", "SwiftSyncFoundation", "SwiftSyncSQLite", "SwiftSyncValues",
        "SwiftSyncVerifying",
      ],
      swiftSettings: settings
    ),
    // The `generate` command alone, without the runtime and imports, so that the first build of a
    // package that uses the plugin compiles less
    .executableTarget(
      name: "swiftsync-generate", dependencies: ["SyncGenCommandLine"], swiftSettings: settings),

    // Plugins that run the tool in builds of other packages
    .plugin(
      name: "SwiftSyncBuildPlugin", capability: .buildTool(),
      dependencies: ["swiftsync-generate"]),
    .plugin(
      name: "SwiftSyncCommandPlugin",
      capability: .command(
        intent: .custom(
          verb: "generate-models", description: "Generate models from the package's schemas"),
        permissions: [
          .writeToPackageDirectory(reason: "generated models are a part of the source tree")
        ]),
      dependencies: ["swiftsync-generate"]),

    // The runtime: the store and the clients of endpoints, which do not depend on each other, and
    // the modules that use both. The linker can leave out modules, but hardly parts of a module.
    .target(
      name: "SwiftSyncCoding",
      dependencies: ["SwiftSyncFoundation", "SwiftSyncThreads", "SwiftSyncValues"],
      swiftSettings: settings),
    .target(
      name: "SwiftSyncREST",
      dependencies: [
        "SwiftSyncCoding", "SwiftSyncFoundation", "SwiftSyncThreads", "SwiftSyncValues",
      ],
      swiftSettings: settings),
    .target(
      name: "SwiftSyncStore",
      dependencies: [
        "CSQLite", "SwiftSyncCoding", "SwiftSyncFoundation", "SwiftSyncSQLite", "SwiftSyncThreads",
        "SwiftSyncValues",
      ],
      swiftSettings: settings),
    // Drafts and undo
    .target(
      name: "SwiftSyncEditing",
      dependencies: ["SwiftSyncFoundation", "SwiftSyncStore", "SwiftSyncValues"],
      swiftSettings: settings),
    .target(
      name: "SwiftSyncSession",
      dependencies: [
        "SwiftSyncEditing", "SwiftSyncFoundation", "SwiftSyncREST", "SwiftSyncStore",
        "SwiftSyncThreads", "SwiftSyncValues",
      ],
      swiftSettings: settings),
    // Separate, so that the tool, which links sessions, starts without networking libraries.
    .target(
      name: "SwiftSyncURLSession", dependencies: ["SwiftSyncREST"], swiftSettings: settings),
    // What apps import: everything above
    .target(
      name: "SwiftSyncRuntime",
      dependencies: ["SwiftSyncCoding", "SwiftSyncSession", "SwiftSyncURLSession"],
      swiftSettings: settings),
    // Live queries for views and view models
    .target(
      name: "SwiftSyncLive",
      dependencies: [
        "SwiftSyncEditing", "SwiftSyncFoundation", "SwiftSyncSession", "SwiftSyncStore",
        "SwiftSyncThreads",
      ],
      swiftSettings: settings),
    // What apps with views import: the runtime and live queries
    .target(
      name: "SwiftSyncKit", dependencies: ["SwiftSyncLive", "SwiftSyncRuntime"],
      swiftSettings: settings),
    // What the tool and the tests of apps share when they try migrations
    .target(
      name: "SwiftSyncVerifying", dependencies: ["SwiftSyncStore", "SwiftSyncValues"],
      swiftSettings: settings),
    .target(
      name: "SwiftSyncTestSupport",
      dependencies: ["SwiftSyncRuntime", "SwiftSyncValues", "SwiftSyncVerifying"],
      swiftSettings: settings),
    // A backend in memory, for previews and tests of apps
    .target(
      name: "SwiftSyncSimulator", dependencies: ["SwiftSyncRuntime", "SwiftSyncValues"],
      swiftSettings: settings),

    // Samples, generated from Schemas/
    .target(
      name: "Tracker", dependencies: ["SwiftSyncRuntime"],
      path: "Generated/Tracker",
      exclude: [
        "schema.sql", "migrations", "openapi.yaml", "fixtures",
      ], swiftSettings: settings),
    .target(
      name: "GitHub", dependencies: ["SwiftSyncRuntime"],
      path: "Generated/GitHub",
      exclude: ["schema.sql", "openapi.yaml", "fixtures"],
      swiftSettings: settings),
    .target(
      name: "Shop", dependencies: ["SwiftSyncRuntime"],
      path: "Generated/Shop",
      exclude: ["schema.sql", "openapi.yaml", "fixtures"],
      swiftSettings: settings),
    .target(
      name: "Social", dependencies: ["SwiftSyncRuntime"],
      path: "Generated/Social",
      exclude: ["schema.sql", "openapi.yaml", "fixtures"],
      swiftSettings: settings),
    .target(
      name: "Music", dependencies: ["SwiftSyncRuntime"],
      path: "Examples/Django/Models", swiftSettings: settings),
    .executableTarget(
      name: "tracker-demo",
      dependencies: ["Tracker", "SwiftSyncRuntime", "SwiftSyncSimulator", "SwiftSyncTestSupport"],
      swiftSettings: settings),

    // Benchmarks
    .executableTarget(
      name: "store-bench", dependencies: ["SwiftSyncRuntime", "SwiftSyncLive"],
      path: "Benchmarks/store",
      exclude: ["schema.yaml", "Models/schema.sql"], swiftSettings: settings),

    // Tests
    .target(name: "Programs", path: "Tests/Programs", swiftSettings: settings),
    .target(
      name: "TestHelpers", dependencies: ["SwiftSyncRuntime", "CSQLite"], path: "Tests/Helpers",
      swiftSettings: settings),
    .executableTarget(
      name: "store-stress", dependencies: ["Tracker", "SwiftSyncRuntime"],
      path: "Tests/StoreStress", swiftSettings: settings),
    .testTarget(
      name: "SyncGenYAMLTests",
      dependencies: ["TestHelpers", "SyncGenYAML", "SyncGenDiagnostics"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SyncGenSchemaTests",
      dependencies: ["TestHelpers", "SyncGenSchema", "SyncGenDiagnostics"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SyncGenImportTests",
      dependencies: [
        "TestHelpers", "SyncGenImport", "SyncGenCommandLine", "SyncGenSchema", "SyncGenYAML",
        "SyncGenDiagnostics", "SwiftSyncRuntime", "SwiftSyncSession", "swiftsync-gen",
      ],
      exclude: ["Cases"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "GoldenTests",
      dependencies: [
        "SyncGenCommandLine", "SyncGenMigration", "SyncGenSchema", "SyncGenDiagnostics",
        "SwiftSyncValues",
      ],
      exclude: ["Cases"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SyncGenTemplateEngineTests",
      dependencies: [
        "TestHelpers", "SyncGenTemplateEngine", "SyncGenDiagnostics", "SwiftSyncValues",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SyncGenEmitTests",
      dependencies: [
        "TestHelpers", "SyncGenEmit", "SyncGenMigration", "SyncGenSchema", "SyncGenDiagnostics",
        "SyncGenTemplateEngine", "SyncGenBuiltInTemplates", "SyncGenYAML", "SwiftSyncRuntime",
        "SwiftSyncValues",
        "SwiftSyncURLSession", "SwiftSyncTestSupport", "SwiftSyncLive", "SwiftSyncSimulator",
        "Tracker", "GitHub", "CSQLite", "Programs",
      ],
      exclude: ["Cases", "Isolation/Apps", "Names/modules.txt"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SwiftSyncRuntimeTests",
      dependencies: [
        "TestHelpers", "SwiftSyncRuntime", "SwiftSyncSession", "SwiftSyncURLSession",
        "SwiftSyncTestSupport",
        "SwiftSyncREST", "SwiftSyncSQLite", "SwiftSyncValues", "CSQLite", "Programs",
        "weather-client",
        "transfer-client",
      ],
      exclude: ["JSON/Regressions"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SwiftSyncLiveTests",
      dependencies: [
        "TestHelpers", "SwiftSyncLive", "SwiftSyncRuntime", "SwiftSyncThreads", "Tracker",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SampleTests",
      dependencies: [
        "TestHelpers", "Tracker", "GitHub", "Shop", "Social", "SwiftSyncRuntime",
        "SwiftSyncSession",
        "SwiftSyncTestSupport", "SwiftSyncURLSession", "CSQLite", "Programs", "transfer-client",
      ],
      exclude: [
        "atlas.yaml", "Atlas/schema.sql", "board.yaml", "catalog.yaml", "desk.yaml",
        "Desk/schema.sql",
        "ledger.yaml", "ledger.versions", "paint.yaml", "services.yaml", "Services/openapi.yaml",
        "studio.yaml", "Studio/openapi.yaml",
        "journal.yaml", "Journal/schema.sql",
        "mirror.yaml", "Mirror/schema.sql",
        "Databases",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SwiftSyncSimulatorTests",
      dependencies: ["SwiftSyncSimulator", "SwiftSyncRuntime", "Tracker"],
      exclude: ["kiosk.yaml", "errands.yaml"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "weather-client", dependencies: ["SwiftSyncREST", "SwiftSyncURLSession"],
      path: "Tests/RESTClient", exclude: ["weather.yaml"], swiftSettings: settings),
    .executableTarget(
      name: "transfer-client", dependencies: ["SwiftSyncRuntime", "SwiftSyncURLSession"],
      path: "Tests/TransferClient", swiftSettings: settings),
    .executableTarget(
      name: "sync-client", dependencies: ["Tracker", "SwiftSyncRuntime", "SwiftSyncURLSession"],
      path: "Tests/SyncClient", swiftSettings: settings),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "TestHelpers", "sync-client", "Tracker", "Music", "SwiftSyncRuntime",
        "SwiftSyncURLSession", "CSQLite", "Programs",
      ],
      exclude: ["cards.yaml", "lists.yaml", "shelf.yaml", "Django/serve.py"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ToolTests",
      dependencies: [
        "TestHelpers", "swiftsync-gen", "swiftsync-generate", "SyncGenCommandLine",
        "SyncGenDiagnostics", "SyncGenMigration", "SyncGenReference",
        "SyncGenSchema",
        "SwiftSyncRuntime", "SwiftSyncValues", "CSQLite", "Tracker", "GitHub", "Programs",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "LawTests",
      dependencies: [
        "TestHelpers", "swiftsync-gen", "SyncGenDiagnostics", "SyncGenSchema", "SwiftSyncRuntime",
        "SwiftSyncSession", "SwiftSyncValues",
        "CSQLite",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PayloadTests",
      dependencies: [
        "TestHelpers", "swiftsync-gen", "SyncGenDiagnostics", "SyncGenSchema", "SwiftSyncRuntime",
        "SwiftSyncTestSupport", "Tracker", "CSQLite", "Programs",
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
