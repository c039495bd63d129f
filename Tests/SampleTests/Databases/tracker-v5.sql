CREATE TABLE projects (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  code TEXT NOT NULL,
  budget_minor INTEGER,
  budget_currency TEXT,
  spent_minor INTEGER,
  spent_currency TEXT,
  starts_on TEXT,
  has_sla INTEGER NOT NULL DEFAULT 0,
  homepage_url TEXT,
  phases TEXT NOT NULL DEFAULT '[]',
  weekly_hours TEXT NOT NULL DEFAULT '{}',
  settings TEXT,
  is_archived INTEGER NOT NULL DEFAULT 0,
  archived_at TEXT,
  revision INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  owner_id TEXT NOT NULL
);
CREATE UNIQUE INDEX projects_code ON projects (code);
CREATE INDEX projects_owner_id ON projects (owner_id);
CREATE INDEX projects_revision ON projects (revision);
CREATE TABLE tasks (
  id TEXT NOT NULL PRIMARY KEY,
  number INTEGER,
  title TEXT NOT NULL,
  details TEXT,
  state TEXT NOT NULL DEFAULT 'todo',
  state_label TEXT,
  priority INTEGER NOT NULL DEFAULT 2,
  estimate TEXT,
  due_on TEXT,
  remind_at INTEGER,
  sort_index REAL NOT NULL DEFAULT 0.0,
  links TEXT NOT NULL DEFAULT '[]',
  is_billable INTEGER NOT NULL DEFAULT 1,
  category TEXT,
  draft_note TEXT,
  device_name TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT,
  project_id TEXT NOT NULL REFERENCES projects (id) DEFERRABLE INITIALLY DEFERRED,
  assignee_id TEXT,
  parent_id TEXT
);
CREATE INDEX tasks_project_id_sort_index ON tasks (project_id, sort_index);
CREATE INDEX tasks_due_on_partial ON tasks (due_on) WHERE due_on IS NOT NULL AND deleted_at IS NULL;
CREATE UNIQUE INDEX tasks_project_id_number ON tasks (project_id, number);
CREATE INDEX tasks_assignee_id ON tasks (assignee_id);
CREATE INDEX tasks_parent_id ON tasks (parent_id);
CREATE INDEX tasks_updated_at ON tasks (updated_at);
CREATE TABLE checklist (
  number INTEGER NOT NULL,
  text TEXT NOT NULL,
  is_done INTEGER NOT NULL DEFAULT 0,
  task_id TEXT NOT NULL,
  items_position INTEGER,
  PRIMARY KEY (task_id, number)
);
CREATE TABLE labels (
  slug TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  color TEXT
);
CREATE TABLE task_watchers (
  id TEXT NOT NULL PRIMARY KEY,
  is_muted INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  task_id TEXT NOT NULL,
  person_id TEXT NOT NULL
);
CREATE INDEX task_watchers_task_id ON task_watchers (task_id);
CREATE INDEX task_watchers_person_id ON task_watchers (person_id);
CREATE INDEX task_watchers_updated_at ON task_watchers (updated_at);
CREATE TABLE people (
  id TEXT NOT NULL PRIMARY KEY,
  display_name TEXT NOT NULL,
  email TEXT,
  role TEXT NOT NULL DEFAULT 'team-member',
  hourly_rate TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  deleted_at TEXT
);
CREATE INDEX people_email ON people (email);
CREATE INDEX people_updated_at ON people (updated_at);
CREATE INDEX people_deleted_at_partial ON people (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE TABLE profiles (
  id TEXT NOT NULL PRIMARY KEY,
  bio TEXT,
  website_url TEXT,
  thumbnail BLOB,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  person_id TEXT NOT NULL
);
CREATE UNIQUE INDEX profiles_person_id ON profiles (person_id);
CREATE INDEX profiles_updated_at ON profiles (updated_at);
CREATE TABLE task_labels (
  task_id TEXT NOT NULL,
  label_id TEXT NOT NULL,
  PRIMARY KEY (task_id, label_id)
) WITHOUT ROWID;
CREATE INDEX task_labels_label_id ON task_labels (label_id);
CREATE TABLE task_blockers (
  task_id TEXT NOT NULL,
  blocker_id TEXT NOT NULL,
  PRIMARY KEY (task_id, blocker_id)
) WITHOUT ROWID;
CREATE INDEX task_blockers_blocker_id ON task_blockers (blocker_id);
CREATE TABLE swiftsync_links (
  relation TEXT NOT NULL,
  child_id NOT NULL,
  parent_id NOT NULL,
  position INTEGER,
  PRIMARY KEY (relation, child_id)
) WITHOUT ROWID;
CREATE INDEX swiftsync_links_parent_id ON swiftsync_links (relation, parent_id);
CREATE TABLE swiftsync_changes (
  sequence INTEGER PRIMARY KEY,
  entity TEXT NOT NULL,
  id NOT NULL,
  operation TEXT NOT NULL,
  fields TEXT NOT NULL DEFAULT ',',
  clock,
  changed_at TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 1,
  sent_revision INTEGER,
  sent_operation TEXT,
  sent_fields TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  retry_at TEXT,
  is_quarantined INTEGER NOT NULL DEFAULT 0,
  problem TEXT,
  status INTEGER,
  code TEXT,
  body BLOB,
  old_values TEXT
);
CREATE UNIQUE INDEX swiftsync_changes_id ON swiftsync_changes (entity, id);
CREATE TABLE swiftsync_applying (is_on INTEGER PRIMARY KEY);
CREATE TABLE swiftsync_watermarks (
  source TEXT NOT NULL,
  entity TEXT NOT NULL,
  clock NOT NULL,
  version INTEGER NOT NULL,
  pulled_at TEXT NOT NULL,
  PRIMARY KEY (source, entity)
) WITHOUT ROWID;
CREATE TABLE swiftsync_temporary (
  entity TEXT NOT NULL,
  id NOT NULL,
  new_id,
  PRIMARY KEY (entity, id)
) WITHOUT ROWID;
CREATE INDEX swiftsync_temporary_new_id ON swiftsync_temporary (entity, new_id);
CREATE TABLE swiftsync_page_runs (
  run INTEGER PRIMARY KEY,
  source TEXT NOT NULL UNIQUE,
  entity TEXT NOT NULL,
  version INTEGER NOT NULL,
  number INTEGER NOT NULL,
  is_withheld INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX swiftsync_page_runs_entity ON swiftsync_page_runs (entity);
CREATE TABLE swiftsync_page_rows (
  run INTEGER NOT NULL,
  id NOT NULL,
  lacked INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run, id)
) WITHOUT ROWID;
CREATE INDEX swiftsync_page_rows_id ON swiftsync_page_rows (id);
CREATE TABLE swiftsync_page_parents (
  run INTEGER NOT NULL,
  parent NOT NULL,
  PRIMARY KEY (run, parent)
) WITHOUT ROWID;
CREATE TABLE swiftsync_rejected (
  source TEXT NOT NULL,
  entity TEXT NOT NULL,
  id NOT NULL,
  code TEXT NOT NULL,
  version INTEGER NOT NULL,
  rejected_at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  retry_at TEXT,
  PRIMARY KEY (source, id)
);
CREATE INDEX swiftsync_rejected_entity ON swiftsync_rejected (entity);
CREATE TABLE swiftsync_requests (
  sequence INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  fields TEXT NOT NULL,
  path TEXT,
  body TEXT,
  key TEXT,
  sent_at TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  is_uncertain INTEGER NOT NULL DEFAULT 0,
  is_restored INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE swiftsync_etags (
  entity TEXT NOT NULL,
  id NOT NULL,
  etag TEXT NOT NULL,
  PRIMARY KEY (entity, id)
) WITHOUT ROWID;
CREATE TABLE swiftsync_schema (
  format INTEGER NOT NULL,
  triggers INTEGER NOT NULL,
  name TEXT,
  version INTEGER,
  fingerprint TEXT
);
INSERT INTO swiftsync_schema (format, triggers, name, version, fingerprint)
VALUES (1, 1, 'Tracker', 5, 'dd04099cfb2a9ded5b7f5f22fdc1453e17144de973de3a8b679266443d2dec6c');
CREATE TRIGGER swiftsync_projects_update AFTER UPDATE OF name, code, budget_minor, budget_currency, spent_minor, spent_currency, starts_on, has_sla, homepage_url, phases, weekly_hours, settings, is_archived, archived_at, revision, created_at, updated_at, owner_id ON projects
WHEN NEW.id IS OLD.id AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE projects SET updated_at = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')
  WHERE _rowid_ = NEW._rowid_ AND NEW.updated_at IS OLD.updated_at AND updated_at IS NOT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now');
  UPDATE swiftsync_changes SET
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Project' AND id = +NEW.id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Project', NEW.id,
    'touch', ',', OLD.revision, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE changes() = 0 AND NEW.revision IS NOT OLD.revision;
END;
CREATE TRIGGER swiftsync_projects_identity AFTER UPDATE OF id ON projects
WHEN NOT (NEW.id IS OLD.id) AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  DELETE FROM swiftsync_changes WHERE entity = 'Project' AND id = +OLD.id;
  UPDATE projects SET updated_at = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')
  WHERE _rowid_ = NEW._rowid_ AND NEW.updated_at IS OLD.updated_at AND updated_at IS NOT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now');
END;
CREATE TRIGGER swiftsync_projects_delete AFTER DELETE ON projects
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  DELETE FROM swiftsync_changes WHERE entity = 'Project' AND id = +OLD.id;
END;
CREATE TRIGGER swiftsync_tasks_replace BEFORE INSERT ON tasks
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying) AND EXISTS (SELECT 1 FROM tasks WHERE id = NEW.id)
BEGIN
  INSERT INTO swiftsync_changes (entity, id, operation, clock, changed_at, revision)
  SELECT 'Task', NEW.id, 'touch', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 0
  FROM tasks WHERE id = NEW.id AND NOT EXISTS (SELECT 1 FROM swiftsync_changes WHERE entity = 'Task' AND id = +NEW.id);
END;
CREATE TRIGGER swiftsync_tasks_insert AFTER INSERT ON tasks
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'insert' THEN 'insert' ELSE 'update' END,
    fields = ',title,details,state,priority,estimate,dueOn,remindAt,sortIndex,links,isBillable,category,deviceName,createdAt,updatedAt,deletedAt,project,assignee,parent,',
    clock = CASE operation WHEN 'delete' THEN NULL ELSE clock END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +NEW.id;
  INSERT INTO swiftsync_changes (entity, id, operation, changed_at)
  SELECT 'Task', NEW.id, 'insert', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE changes() = 0;
END;
CREATE TRIGGER swiftsync_tasks_update AFTER UPDATE OF number, title, details, state, state_label, priority, estimate, due_on, remind_at, sort_index, links, is_billable, category, draft_note, device_name, created_at, updated_at, deleted_at, project_id, assignee_id, parent_id ON tasks
WHEN NEW.id IS OLD.id AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE tasks SET updated_at = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')
  WHERE _rowid_ = NEW._rowid_ AND NEW.updated_at IS OLD.updated_at AND updated_at IS NOT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now');
  UPDATE swiftsync_changes SET
    operation = CASE
      WHEN operation = 'touch' AND 1 THEN 'update' ELSE operation END,
    fields = fields
      || CASE WHEN NEW.title IS NOT OLD.title AND instr(fields, ',title,') = 0 THEN 'title,' ELSE '' END
      || CASE WHEN NEW.details IS NOT OLD.details AND instr(fields, ',details,') = 0 THEN 'details,' ELSE '' END
      || CASE WHEN NEW.state IS NOT OLD.state AND instr(fields, ',state,') = 0 THEN 'state,' ELSE '' END
      || CASE WHEN NEW.priority IS NOT OLD.priority AND instr(fields, ',priority,') = 0 THEN 'priority,' ELSE '' END
      || CASE WHEN NEW.estimate IS NOT OLD.estimate AND instr(fields, ',estimate,') = 0 THEN 'estimate,' ELSE '' END
      || CASE WHEN NEW.due_on IS NOT OLD.due_on AND instr(fields, ',dueOn,') = 0 THEN 'dueOn,' ELSE '' END
      || CASE WHEN NEW.remind_at IS NOT OLD.remind_at AND instr(fields, ',remindAt,') = 0 THEN 'remindAt,' ELSE '' END
      || CASE WHEN NEW.sort_index IS NOT OLD.sort_index AND instr(fields, ',sortIndex,') = 0 THEN 'sortIndex,' ELSE '' END
      || CASE WHEN NEW.links IS NOT OLD.links AND instr(fields, ',links,') = 0 THEN 'links,' ELSE '' END
      || CASE WHEN NEW.is_billable IS NOT OLD.is_billable AND instr(fields, ',isBillable,') = 0 THEN 'isBillable,' ELSE '' END
      || CASE WHEN NEW.category IS NOT OLD.category AND instr(fields, ',category,') = 0 THEN 'category,' ELSE '' END
      || CASE WHEN NEW.device_name IS NOT OLD.device_name AND instr(fields, ',deviceName,') = 0 THEN 'deviceName,' ELSE '' END
      || CASE WHEN NEW.created_at IS NOT OLD.created_at AND instr(fields, ',createdAt,') = 0 THEN 'createdAt,' ELSE '' END
      || CASE WHEN 1 AND instr(fields, ',updatedAt,') = 0 THEN 'updatedAt,' ELSE '' END
      || CASE WHEN NEW.deleted_at IS NOT OLD.deleted_at AND instr(fields, ',deletedAt,') = 0 THEN 'deletedAt,' ELSE '' END
      || CASE WHEN NEW.project_id IS NOT OLD.project_id AND instr(fields, ',project,') = 0 THEN 'project,' ELSE '' END
      || CASE WHEN NEW.assignee_id IS NOT OLD.assignee_id AND instr(fields, ',assignee,') = 0 THEN 'assignee,' ELSE '' END
      || CASE WHEN NEW.parent_id IS NOT OLD.parent_id AND instr(fields, ',parent,') = 0 THEN 'parent,' ELSE '' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +NEW.id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', NEW.id,
    CASE
      WHEN 1 THEN 'update' ELSE 'touch' END,
    ','
      || CASE WHEN NEW.title IS NOT OLD.title THEN 'title,' ELSE '' END
      || CASE WHEN NEW.details IS NOT OLD.details THEN 'details,' ELSE '' END
      || CASE WHEN NEW.state IS NOT OLD.state THEN 'state,' ELSE '' END
      || CASE WHEN NEW.priority IS NOT OLD.priority THEN 'priority,' ELSE '' END
      || CASE WHEN NEW.estimate IS NOT OLD.estimate THEN 'estimate,' ELSE '' END
      || CASE WHEN NEW.due_on IS NOT OLD.due_on THEN 'dueOn,' ELSE '' END
      || CASE WHEN NEW.remind_at IS NOT OLD.remind_at THEN 'remindAt,' ELSE '' END
      || CASE WHEN NEW.sort_index IS NOT OLD.sort_index THEN 'sortIndex,' ELSE '' END
      || CASE WHEN NEW.links IS NOT OLD.links THEN 'links,' ELSE '' END
      || CASE WHEN NEW.is_billable IS NOT OLD.is_billable THEN 'isBillable,' ELSE '' END
      || CASE WHEN NEW.category IS NOT OLD.category THEN 'category,' ELSE '' END
      || CASE WHEN NEW.device_name IS NOT OLD.device_name THEN 'deviceName,' ELSE '' END
      || CASE WHEN NEW.created_at IS NOT OLD.created_at THEN 'createdAt,' ELSE '' END
      || CASE WHEN 1 THEN 'updatedAt,' ELSE '' END
      || CASE WHEN NEW.deleted_at IS NOT OLD.deleted_at THEN 'deletedAt,' ELSE '' END
      || CASE WHEN NEW.project_id IS NOT OLD.project_id THEN 'project,' ELSE '' END
      || CASE WHEN NEW.assignee_id IS NOT OLD.assignee_id THEN 'assignee,' ELSE '' END
      || CASE WHEN NEW.parent_id IS NOT OLD.parent_id THEN 'parent,' ELSE '' END
    , OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE changes() = 0 AND 1;
END;
CREATE TRIGGER swiftsync_tasks_identity AFTER UPDATE OF id ON tasks
WHEN NOT (NEW.id IS OLD.id) AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE swiftsync_changes SET
    operation = CASE WHEN operation = 'insert' AND attempts = 0 AND sent_revision IS NULL THEN '' ELSE 'delete' END,
    fields = ',', clock = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +OLD.id;
  INSERT INTO swiftsync_changes (entity, id, operation, clock, changed_at)
  SELECT 'Task', OLD.id, 'delete', strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE changes() = 0;
  DELETE FROM swiftsync_changes WHERE entity = 'Task' AND id = +OLD.id AND operation = '';
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'insert' THEN 'insert' ELSE 'update' END,
    fields = ',title,details,state,priority,estimate,dueOn,remindAt,sortIndex,links,isBillable,category,deviceName,createdAt,updatedAt,deletedAt,project,assignee,parent,',
    clock = CASE operation WHEN 'delete' THEN NULL ELSE clock END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +NEW.id;
  INSERT INTO swiftsync_changes (entity, id, operation, changed_at)
  SELECT 'Task', NEW.id, 'insert', strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE changes() = 0;
  UPDATE tasks SET updated_at = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')
  WHERE _rowid_ = NEW._rowid_ AND NEW.updated_at IS OLD.updated_at AND updated_at IS NOT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now');
END;
CREATE TRIGGER swiftsync_tasks_delete AFTER DELETE ON tasks
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE swiftsync_changes SET
    operation = CASE WHEN operation = 'insert' AND attempts = 0 AND sent_revision IS NULL THEN '' ELSE 'delete' END,
    fields = ',', clock = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +OLD.id;
  INSERT INTO swiftsync_changes (entity, id, operation, clock, changed_at)
  SELECT 'Task', OLD.id, 'delete', strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'), strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE changes() = 0;
  DELETE FROM swiftsync_changes WHERE entity = 'Task' AND id = +OLD.id AND operation = '';
END;
CREATE TRIGGER swiftsync_task_watchers_replace BEFORE INSERT ON task_watchers
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying) AND EXISTS (SELECT 1 FROM task_watchers WHERE id = NEW.id)
BEGIN
  INSERT INTO swiftsync_changes (entity, id, operation, clock, changed_at, revision)
  SELECT 'Watch', NEW.id, 'touch', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 0
  FROM task_watchers WHERE id = NEW.id AND NOT EXISTS (SELECT 1 FROM swiftsync_changes WHERE entity = 'Watch' AND id = +NEW.id);
END;
CREATE TRIGGER swiftsync_task_watchers_insert AFTER INSERT ON task_watchers
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  INSERT INTO swiftsync_changes (entity, id, operation, changed_at)
  SELECT 'Watch', NEW.id, 'touch', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM swiftsync_changes WHERE entity = 'Watch' AND id = +NEW.id);
END;
CREATE TRIGGER swiftsync_task_watchers_update AFTER UPDATE OF is_muted, created_at, updated_at, task_id, person_id ON task_watchers
WHEN NEW.id IS OLD.id AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE task_watchers SET updated_at = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')
  WHERE _rowid_ = NEW._rowid_ AND NEW.updated_at IS OLD.updated_at AND updated_at IS NOT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now');
  UPDATE swiftsync_changes SET
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Watch' AND id = +NEW.id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Watch', NEW.id,
    'touch', ',', OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE changes() = 0 AND 1;
END;
CREATE TRIGGER swiftsync_task_watchers_identity AFTER UPDATE OF id ON task_watchers
WHEN NOT (NEW.id IS OLD.id) AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  DELETE FROM swiftsync_changes WHERE entity = 'Watch' AND id = +OLD.id;
  INSERT INTO swiftsync_changes (entity, id, operation, changed_at)
  SELECT 'Watch', NEW.id, 'touch', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM swiftsync_changes WHERE entity = 'Watch' AND id = +NEW.id);
  UPDATE task_watchers SET updated_at = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')
  WHERE _rowid_ = NEW._rowid_ AND NEW.updated_at IS OLD.updated_at AND updated_at IS NOT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now');
END;
CREATE TRIGGER swiftsync_task_watchers_delete AFTER DELETE ON task_watchers
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  DELETE FROM swiftsync_changes WHERE entity = 'Watch' AND id = +OLD.id;
END;
CREATE TRIGGER swiftsync_people_replace BEFORE INSERT ON people
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying) AND EXISTS (SELECT 1 FROM people WHERE id = NEW.id)
BEGIN
  INSERT INTO swiftsync_changes (entity, id, operation, clock, changed_at, revision)
  SELECT 'Person', NEW.id, 'touch', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 0
  FROM people WHERE id = NEW.id AND NOT EXISTS (SELECT 1 FROM swiftsync_changes WHERE entity = 'Person' AND id = +NEW.id);
END;
CREATE TRIGGER swiftsync_people_insert AFTER INSERT ON people
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  INSERT INTO swiftsync_changes (entity, id, operation, changed_at)
  SELECT 'Person', NEW.id, 'touch', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM swiftsync_changes WHERE entity = 'Person' AND id = +NEW.id);
END;
CREATE TRIGGER swiftsync_people_update AFTER UPDATE OF display_name, email, role, hourly_rate, created_at, updated_at, deleted_at ON people
WHEN NEW.id IS OLD.id AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE people SET updated_at = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')
  WHERE _rowid_ = NEW._rowid_ AND NEW.updated_at IS OLD.updated_at AND updated_at IS NOT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now');
  UPDATE swiftsync_changes SET
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Person' AND id = +NEW.id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Person', NEW.id,
    'touch', ',', OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE changes() = 0 AND 1;
END;
CREATE TRIGGER swiftsync_people_identity AFTER UPDATE OF id ON people
WHEN NOT (NEW.id IS OLD.id) AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  DELETE FROM swiftsync_changes WHERE entity = 'Person' AND id = +OLD.id;
  INSERT INTO swiftsync_changes (entity, id, operation, changed_at)
  SELECT 'Person', NEW.id, 'touch', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM swiftsync_changes WHERE entity = 'Person' AND id = +NEW.id);
  UPDATE people SET updated_at = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')
  WHERE _rowid_ = NEW._rowid_ AND NEW.updated_at IS OLD.updated_at AND updated_at IS NOT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now');
END;
CREATE TRIGGER swiftsync_people_delete AFTER DELETE ON people
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  DELETE FROM swiftsync_changes WHERE entity = 'Person' AND id = +OLD.id;
END;
CREATE TRIGGER swiftsync_profiles_replace BEFORE INSERT ON profiles
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying) AND EXISTS (SELECT 1 FROM profiles WHERE id = NEW.id)
BEGIN
  INSERT INTO swiftsync_changes (entity, id, operation, clock, changed_at, revision)
  SELECT 'Profile', NEW.id, 'touch', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 0
  FROM profiles WHERE id = NEW.id AND NOT EXISTS (SELECT 1 FROM swiftsync_changes WHERE entity = 'Profile' AND id = +NEW.id);
END;
CREATE TRIGGER swiftsync_profiles_insert AFTER INSERT ON profiles
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  INSERT INTO swiftsync_changes (entity, id, operation, changed_at)
  SELECT 'Profile', NEW.id, 'touch', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM swiftsync_changes WHERE entity = 'Profile' AND id = +NEW.id);
END;
CREATE TRIGGER swiftsync_profiles_update AFTER UPDATE OF bio, website_url, thumbnail, created_at, updated_at, person_id ON profiles
WHEN NEW.id IS OLD.id AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE profiles SET updated_at = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')
  WHERE _rowid_ = NEW._rowid_ AND NEW.updated_at IS OLD.updated_at AND updated_at IS NOT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now');
  UPDATE swiftsync_changes SET
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Profile' AND id = +NEW.id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Profile', NEW.id,
    'touch', ',', OLD.updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE changes() = 0 AND 1;
END;
CREATE TRIGGER swiftsync_profiles_identity AFTER UPDATE OF id ON profiles
WHEN NOT (NEW.id IS OLD.id) AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  DELETE FROM swiftsync_changes WHERE entity = 'Profile' AND id = +OLD.id;
  INSERT INTO swiftsync_changes (entity, id, operation, changed_at)
  SELECT 'Profile', NEW.id, 'touch', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM swiftsync_changes WHERE entity = 'Profile' AND id = +NEW.id);
  UPDATE profiles SET updated_at = strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')
  WHERE _rowid_ = NEW._rowid_ AND NEW.updated_at IS OLD.updated_at AND updated_at IS NOT strftime('%Y-%m-%dT%H:%M:%f000Z', 'now');
END;
CREATE TRIGGER swiftsync_profiles_delete AFTER DELETE ON profiles
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  DELETE FROM swiftsync_changes WHERE entity = 'Profile' AND id = +OLD.id;
END;
CREATE TRIGGER swiftsync_task_labels_link AFTER INSERT ON task_labels
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'touch' THEN 'update' ELSE operation END,
    fields = CASE WHEN operation = 'delete' OR instr(fields, ',labels,') > 0 THEN fields ELSE fields || 'labels,' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +NEW.task_id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', id, 'update', ',labels,', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM tasks WHERE id = NEW.task_id AND changes() = 0;
END;
CREATE TRIGGER swiftsync_task_labels_relink AFTER UPDATE OF task_id, label_id ON task_labels
WHEN (NEW.task_id IS NOT OLD.task_id OR NEW.label_id IS NOT OLD.label_id) AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'touch' THEN 'update' ELSE operation END,
    fields = CASE WHEN operation = 'delete' OR instr(fields, ',labels,') > 0 THEN fields ELSE fields || 'labels,' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +OLD.task_id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', id, 'update', ',labels,', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM tasks WHERE id = OLD.task_id AND changes() = 0;
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'touch' THEN 'update' ELSE operation END,
    fields = CASE WHEN operation = 'delete' OR instr(fields, ',labels,') > 0 THEN fields ELSE fields || 'labels,' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +NEW.task_id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', id, 'update', ',labels,', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM tasks WHERE id = NEW.task_id AND changes() = 0;
END;
CREATE TRIGGER swiftsync_task_labels_unlink AFTER DELETE ON task_labels
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'touch' THEN 'update' ELSE operation END,
    fields = CASE WHEN operation = 'delete' OR instr(fields, ',labels,') > 0 THEN fields ELSE fields || 'labels,' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +OLD.task_id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', id, 'update', ',labels,', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM tasks WHERE id = OLD.task_id AND changes() = 0;
END;
CREATE TRIGGER swiftsync_task_blockers_link AFTER INSERT ON task_blockers
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'touch' THEN 'update' ELSE operation END,
    fields = CASE WHEN operation = 'delete' OR instr(fields, ',blockers,') > 0 THEN fields ELSE fields || 'blockers,' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +NEW.task_id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', id, 'update', ',blockers,', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM tasks WHERE id = NEW.task_id AND changes() = 0;
END;
CREATE TRIGGER swiftsync_task_blockers_relink AFTER UPDATE OF task_id, blocker_id ON task_blockers
WHEN (NEW.task_id IS NOT OLD.task_id OR NEW.blocker_id IS NOT OLD.blocker_id) AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'touch' THEN 'update' ELSE operation END,
    fields = CASE WHEN operation = 'delete' OR instr(fields, ',blockers,') > 0 THEN fields ELSE fields || 'blockers,' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +OLD.task_id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', id, 'update', ',blockers,', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM tasks WHERE id = OLD.task_id AND changes() = 0;
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'touch' THEN 'update' ELSE operation END,
    fields = CASE WHEN operation = 'delete' OR instr(fields, ',blockers,') > 0 THEN fields ELSE fields || 'blockers,' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +NEW.task_id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', id, 'update', ',blockers,', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM tasks WHERE id = NEW.task_id AND changes() = 0;
END;
CREATE TRIGGER swiftsync_task_blockers_unlink AFTER DELETE ON task_blockers
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'touch' THEN 'update' ELSE operation END,
    fields = CASE WHEN operation = 'delete' OR instr(fields, ',blockers,') > 0 THEN fields ELSE fields || 'blockers,' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +OLD.task_id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', id, 'update', ',blockers,', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM tasks WHERE id = OLD.task_id AND changes() = 0;
END;
CREATE TRIGGER swiftsync_task_watchers_link AFTER INSERT ON task_watchers
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'touch' THEN 'update' ELSE operation END,
    fields = CASE WHEN operation = 'delete' OR instr(fields, ',watchers,') > 0 THEN fields ELSE fields || 'watchers,' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +NEW.task_id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', id, 'update', ',watchers,', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM tasks WHERE id = NEW.task_id AND changes() = 0;
END;
CREATE TRIGGER swiftsync_task_watchers_relink AFTER UPDATE OF task_id, person_id ON task_watchers
WHEN (NEW.task_id IS NOT OLD.task_id OR NEW.person_id IS NOT OLD.person_id) AND NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'touch' THEN 'update' ELSE operation END,
    fields = CASE WHEN operation = 'delete' OR instr(fields, ',watchers,') > 0 THEN fields ELSE fields || 'watchers,' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +OLD.task_id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', id, 'update', ',watchers,', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM tasks WHERE id = OLD.task_id AND changes() = 0;
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'touch' THEN 'update' ELSE operation END,
    fields = CASE WHEN operation = 'delete' OR instr(fields, ',watchers,') > 0 THEN fields ELSE fields || 'watchers,' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +NEW.task_id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', id, 'update', ',watchers,', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM tasks WHERE id = NEW.task_id AND changes() = 0;
END;
CREATE TRIGGER swiftsync_task_watchers_unlink AFTER DELETE ON task_watchers
WHEN NOT EXISTS (SELECT 1 FROM swiftsync_applying)
BEGIN
  UPDATE swiftsync_changes SET
    operation = CASE operation WHEN 'touch' THEN 'update' ELSE operation END,
    fields = CASE WHEN operation = 'delete' OR instr(fields, ',watchers,') > 0 THEN fields ELSE fields || 'watchers,' END,
    revision = revision + 1, changed_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  WHERE entity = 'Task' AND id = +OLD.task_id;
  INSERT INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
  SELECT 'Task', id, 'update', ',watchers,', updated_at, strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
  FROM tasks WHERE id = OLD.task_id AND changes() = 0;
END;
PRAGMA user_version = 5;
