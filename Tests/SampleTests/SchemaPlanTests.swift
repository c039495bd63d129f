import GitHub
import Shop
import Social
import Testing
import Tracker

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Plans of schemas, which stores and their connections create.
@Suite struct SchemaPlanTests {
  /// Entities refer to each other in cycles, so plans that retain each other would leak.
  @Test func planReleasesEntities() {
    let schemas = [
      TrackerSchema.metadata, GitHubSchema.metadata, ShopSchema.metadata, SocialSchema.metadata,
      DeskSchema.metadata, JournalSchema.metadata, AtlasSchema.metadata,
    ]
    for metadata in schemas {
      let references = Self.references(to: metadata)
      #expect(!references.isEmpty)
      #expect(references.filter { $0.entity != nil }.isEmpty, "\(metadata.name)")
    }
  }

  private struct WeakReference {
    weak var entity: EntityPlan?
  }

  /// References to the entities of a plan that has been released when they are returned.
  private static func references(to metadata: SchemaMetadata) -> [WeakReference] {
    let plan = SchemaPlan(metadata)
    return withExtendedLifetime(plan) { plan.entities.map(WeakReference.init) }
  }
}
