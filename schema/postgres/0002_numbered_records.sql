-- From here on events and rows are records of numbered fields; those written before stay as they are
-- and are read as they were. The step keeps a version that cannot read such records from starting.
COMMENT ON COLUMN events.data IS 'a record of numbered fields; see docs/internals/records.md';
COMMENT ON COLUMN resources.data IS 'a record of numbered fields; see docs/internals/records.md';
