import SyncGenSchema

/// The schema that `init` writes: small, valid, and explained line by line.
enum StarterSchema {
  static func text(name: String) -> String {
    """
    \(LanguageSchema.modeline)
    # Edit only this file. 'swiftsync-gen generate' writes the rest:
    # Swift models, their patches and coding, and the SQL of the database.

    swiftsync: 1                     # the version of this language
    name: \(name)
    version: 1                       # the version of your schema; raise it when you change
                                     # a schema that has shipped

    generate:
      access: public                 # for a separate target; otherwise package or internal

    conventions:
      remote-keys: snake_case        # createdAt is created_at in JSON
      dates: auto                    # ISO 8601 or unix time

    enums:
      TodoState:
        cases: [todo, inProgress, done]        # in JSON: todo, in_progress, done
        unknown: keep                          # keeps what a newer server sends

    entities:
      Project:
        doc: A group of to-dos.
        attributes:
          id: uuid                             # the identity of a row
          name: string
          createdAt: date
          updatedAt: date
        relations:
          # The other side of Todo.project. Deleting a project deletes its to-dos.
          todos: { to: [Todo], inverse: project, on-delete: cascade }
        sync: { clock: updatedAt }             # rows older than the stored one are ignored

      Todo:
        doc: One thing to do in a project.
        attributes:
          id: uuid
          title: string                        # required
          details: { type: "string?", remote: description }    # optional, under another key
          state: TodoState = todo              # of a new row that states none
          isArchived: bool = false
          dueOn: day?
          createdAt: date
          updatedAt: date
        relations:
          project: Project                     # in JSON: project_id, or a nested project
        indexes:
          - [project, state]
        sync: { clock: updatedAt }

    """
  }
}
