/// An entity whose rows are soft-deleted when the app deletes them: it keeps its tombstones, or has an
/// archive.
public protocol RestorableEntity: SyncedEntity {}

/// An entity with an archive: a flag and a date that say that a row is archived.
public protocol ArchivableEntity: RestorableEntity {}
