CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url TEXT);
CREATE TABLE moz_visits (id INTEGER PRIMARY KEY, place_id INTEGER, keyword_id INTEGER, visit_id INTEGER, item_id INTEGER);
CREATE TABLE moz_keywords (id INTEGER PRIMARY KEY, keyword TEXT);
CREATE TABLE other_keywords (id INTEGER PRIMARY KEY, keyword TEXT);
CREATE TABLE other_items (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO moz_places VALUES (1, 'a'), (2, 'b');
INSERT INTO moz_visits VALUES (1, 1, NULL, NULL, NULL), (2, 7, NULL, 1, NULL);
