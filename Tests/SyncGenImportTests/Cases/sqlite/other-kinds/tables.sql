CREATE TABLE readings (id INTEGER PRIMARY KEY, level INTEGER, late INTEGER, note TEXT, CHECK (level <> 9));
INSERT INTO readings VALUES (1, 5, 1, 'a'), (2, 'high', 2, 'b'), (3, 7, 3, x'00');
WITH RECURSIVE n (i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
INSERT INTO readings SELECT i, 1, i, 'c' FROM n;
INSERT INTO readings VALUES (1201, 1, 'late', 'c');
