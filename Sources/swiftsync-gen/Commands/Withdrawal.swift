import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenSchema

/// Gives up frozen versions that only testers have, so that a hotfix can take the number.
///
/// The frozen files of the versions are kept under other names: they state, for reviews and for
/// `validate --against`, that databases of these versions exist and are not migrated.
struct Withdrawal {
  private let schema: Schema
  private let first: Int
  private let folder: VersionFolder
  /// The versions that are withdrawn, ascending: newer versions follow the first one.
  private let files: [(version: Int, file: SourceFile)]
  /// The newest version that remains.
  private let last: Int?

  init(of schema: Schema, from first: Int) throws {
    self.schema = schema
    self.first = first
    folder = VersionFolder(of: schema)
    var bag = DiagnosticBag()
    guard try folder.checkMerged(for: schema, into: &bag) else {
      throw CommandFailure("nothing was withdrawn: finish the merge first", causes: bag.sorted)
    }
    let frozen = try folder.files().sorted { $0.version < $1.version }
    files = frozen.filter { $0.version >= first }
    last = frozen.map(\.version).last { $0 < first }
    guard files.first?.version == first else {
      throw CommandFailure(
        "version \(first) of \(schema.path) is not frozen, so nothing was withdrawn")
    }
  }

  func run(_ console: Console) throws {
    // The newest first, so that the versions that remain at any time follow one another.
    let paths = try files.reversed().map { try folder.withdraw($0.version, $0.file.bytes) }
    let isOne = files.count == 1
    let names =
      isOne ? "version \(first)" : "versions \(first) to \(files.last?.version ?? first)"
    console.remark(
      "\(schema.path): withdrew \(names), which \(isOne ? "is" : "are") now in "
        + paths.reversed().joined(separator: ", "))
    console.remark(
      "databases of \(names) will not be migrated: their apps start over, so no user may have one")
    console.remark("next: set 'version' to \(first)" + consequences)
  }

  private var consequences: String {
    guard let last else { return "" }
    return "; it has all changes since version \(last), so 'renamed-from' states names of version "
      + "\(last), and steps under 'migrations:' belong to version \(first)"
  }
}
