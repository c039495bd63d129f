/// The parts of a call. Each has its own state, or its part of `CallState`, and uses only the parts
/// that it is given. Circular uses, e.g. rows that contain lists that contain rows, are passed as
/// arguments.
struct CallParts {
  let call: CallData
  let conflicts: LocalConflicts
  let recorder: LinkRecorder
  let awaited: AwaitedLinks
  let unresolved: UnresolvedReferences
  let writer: LinkWriter
  let choice: LinkChoice
  let expected: ExpectedDeletions
  let deletions: DeletionRun
  let softDeletion: SoftDeletion
  let missing: MissingRows
  let purge: Purge
  let rejections: AppliedRejections
  let deferred: DeferredRows
  let references: ReferenceLinker
  let lists: ListApplier
  let members: MemberApplier
  let pruner: ListPruner

  init(_ call: CallData) {
    self.call = call
    conflicts = LocalConflicts(call)
    recorder = LinkRecorder(call)
    awaited = AwaitedLinks(call)
    unresolved = UnresolvedReferences(call)
    choice = LinkChoice(call)
    expected = ExpectedDeletions(call)
    deferred = DeferredRows(call)
    writer = LinkWriter(call, recorder)
    let withdrawal = StatementWithdrawal(call, recorder, awaited, unresolved)
    deletions = DeletionRun(call, withdrawal, writer, awaited, conflicts)
    softDeletion = SoftDeletion(call, deletions)
    missing = MissingRows(call, conflicts, deletions)
    purge = Purge(call, deletions)
    rejections = AppliedRejections(call)
    references = ReferenceLinker(call, conflicts, expected, writer, deferred)
    let taken = TakenLinkMover(call, writer)
    lists = ListApplier(
      call, conflicts, expected, recorder, awaited, unresolved, writer, taken)
    members = MemberApplier(call, conflicts, deletions, unresolved)
    pruner = ListPruner(call, conflicts, softDeletion, writer, taken)
  }
}
