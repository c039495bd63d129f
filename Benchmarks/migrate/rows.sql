-- A thousand projects and a million tasks (:rows), as an app may have written them; none is pending.
BEGIN;
INSERT INTO swiftsync_applying (is_on) VALUES (1);
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
INSERT INTO projects (id, name, updated_at)
SELECT printf('00000000-0000-4000-8000-%012x', n), 'Project ' || n, '2026-01-02T03:04:05.000000Z' FROM numbers;
WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :rows)
INSERT INTO tasks (id, name, notes, state, estimate, sort_index, is_archived, created_at, updated_at, project_id)
SELECT printf('%08x-0000-4000-8000-%012x', (n * 2654435761) & 4294967295, n), 'Task number ' || n,
  CASE n % 3 WHEN 0 THEN NULL ELSE 'Some words about it, ' || n || ' of them or fewer' END,
  CASE n % 4 WHEN 0 THEN 'todo' WHEN 1 THEN 'in_progress' ELSE 'done' END, CASE n % 5 WHEN 0 THEN NULL ELSE n % 40 END,
  n * 0.5, n % 2, '2026-01-02T03:04:05.000000Z', strftime('%Y-%m-%dT%H:%M:%S.000000Z', 1767322800 + n, 'unixepoch'),
  printf('00000000-0000-4000-8000-%012x', 1 + n % 1000)
FROM numbers;
DELETE FROM swiftsync_applying;
COMMIT;
