-- Who is told by text where a mail can't reach the staff: a number in E.164; empty: nobody.
ALTER TABLE houses ADD COLUMN staff_phone TEXT NOT NULL DEFAULT '';
