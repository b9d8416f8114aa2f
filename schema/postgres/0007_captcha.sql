-- The captcha that joins pass while a list is crowded, where a business prefers one: whose it is (0:
-- none), and its two keys.
ALTER TABLE houses ADD COLUMN captcha smallint NOT NULL DEFAULT 0;
ALTER TABLE houses ADD COLUMN captcha_site_key text NOT NULL DEFAULT '';
ALTER TABLE houses ADD COLUMN captcha_secret text NOT NULL DEFAULT '';
