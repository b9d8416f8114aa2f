-- From here on events and rows (`data`) are records of numbered fields; those written before stay as
-- they are and are read as they were. Nothing changes in the tables: the step keeps a version that
-- cannot read such records from opening the file.
SELECT 1;
