import SwiftSyncValues
import SyncGenSchema

/// The columns with which SQL of the schema computes.
package enum ComputedColumns {
  /// The columns that the `backfill`s and the `sql` of a step read, and those of older versions from
  /// which they come.
  ///
  /// - Parameter steps: The steps up to the one in question, which is the last.
  /// - Returns: The columns, as `people.age`, by the position of the step that starts from their
  ///   version.
  package static func all(of steps: ArraySlice<VersionStep>) -> [Set<String>] {
    guard let last = steps.last else { return [] }
    var found = [referenced(read(by: last), in: last.old)]
    for step in steps.dropLast().reversed() {
      found.append(referenced(origins(of: found[found.count - 1], in: step), in: step.old))
    }
    return found.reversed()
  }

  /// The columns of the old version that SQL of the schema names.
  private static func read(by step: VersionStep) -> Set<String> {
    let (old, new) = (TableShape.all(of: step.old), TableShape.all(of: step.new))
    var found: Set<String> = []
    for backfill in step.backfills {
      guard let own = old.first(where: { $0.name == backfill.table }) else { continue }
      found.formUnion(AmountColumns.columns(in: backfill.expression, of: own, all: old))
    }
    var later: Set<String> = []
    for stated in step.statedSteps {
      guard case .sql(let sql) = stated.action else { continue }
      let tables = stated.runsBefore ? old : new
      let columns = tables.flatMap { AmountColumns.columns(in: sql, of: $0, all: []) }
      if stated.runsBefore { found.formUnion(columns) } else { later.formUnion(columns) }
    }
    return found.union(origins(of: later, in: step))
  }

  /// The columns of the old version from which the step takes columns of the new one.
  private static func origins(of columns: Set<String>, in step: VersionStep) -> Set<String> {
    var found: Set<String> = []
    for table in step.tables {
      for column in table.columns
      where columns.contains("\(table.new.name.name).\(column.definition.name)") {
        if let former = column.former {
          found.insert("\(table.old.name.name).\(former.name)")
        }
        if let sql = column.source.expression {
          found.formUnion(
            AmountColumns.columns(in: sql, of: table.old, all: step.tables.map(\.old)))
        }
      }
    }
    return found
  }

  /// The columns and the identities to which those among them refer.
  private static func referenced(_ columns: Set<String>, in schema: Schema) -> Set<String> {
    var found = columns
    // Each pass follows the references of an identity one step further.
    for _ in schema.entities {
      let former = found.count
      for entity in schema.entities {
        for column in entity.columns
        where found.contains("\(entity.table.name).\(column.name.name)") {
          guard case .reference(let relation) = column.source else { continue }
          let target = schema[entity.relations[relation].target]
          found.formUnion(
            target.identity.columns.map { "\(target.table.name).\(target.columns[$0].name.name)" })
        }
      }
      if found.count == former { break }
    }
    return found
  }
}

extension VersionStep {
  /// Whether it runs SQL of the schema that computes values.
  package var computes: Bool { !backfills.isEmpty || !statedSteps.isEmpty }
}
