"""Members are told by a real mail when how they sign in changes, wherever the thief turns."""
import time
import unittest

from harness.smtp import MailCase
from harness.staff import PASSWORD, hire, new_email, totp


class Notices(MailCase):
    def setUp(self):
        self.smtp.order('forget')
        self.person = hire(self.client, 'owner', name='Noor')
        self.addCleanup(self.person.browser.close)

    def told(self, email, *sentences):
        """The mails to the address have these sentences, in any order, and no other was sent."""
        mails = self.smtp.wait_for_mails(email, len(sentences))
        self.assertEqual(len(mails), len(sentences))
        found = []
        for mail in mails:
            found += [sentence for sentence in sentences if sentence in mail.text]
        self.assertEqual(sorted(found), sorted(sentences))
        return mails

    def test_a_new_password(self):
        self.person.browser.call('update_profile', expect=200, body={
            'password': 'quite another sentence', 'current_password': PASSWORD})
        [mail] = self.told(self.person.email, 'Your password was changed.')
        self.assertIn('Hello Noor', mail.text)
        self.assertIn('From: 127.0.0.1', mail.text)
        self.assertNotIn('quite another sentence', mail.text)
        self.assertIsNone(mail.header('List-Unsubscribe'))

    def test_a_new_address_is_told_to_the_old_one(self):
        thief = new_email('thief')
        self.person.browser.call('update_profile', expect=200, body={
            'email': thief, 'current_password': PASSWORD})
        self.person.browser.call('update_profile', expect=200, body={
            'email': new_email('second'), 'current_password': PASSWORD})
        self.told(self.person.email, 'The address you sign in with was changed.')
        self.told(thief, 'The address you sign in with was changed.')

    def test_an_app_and_its_codes(self):
        browser = self.person.browser
        begun = browser.call('begin_totp', body={'password': PASSWORD}, expect=200)
        done = browser.call('confirm_totp', expect=200,
                            body={'code': totp(begun['secret'], time.time() - 30)})
        codes = done['recovery_codes']
        self.told(self.person.email, 'An authenticator app was set up')
        browser.another().sign_in(self.person.email, code=codes[0])
        self.told(self.person.email, 'An authenticator app was set up',
                  'One of your recovery codes was used.')
        browser.call('remove_totp', body={'password': PASSWORD, 'code': totp(begun['secret'])},
                     expect=200)
        mails = self.told(self.person.email, 'An authenticator app was set up',
                          'One of your recovery codes was used.',
                          'Your authenticator app was turned off.')
        for mail in mails:
            for code in codes:
                self.assertNotIn(code, mail.text)

    def test_a_link_that_set_a_password(self):
        made = self.client.call('reset_member', {'member_id': self.person.id}, expect=201)
        self.person.browser.another().use(made['link'], password='something long and new')
        self.told(self.person.email, 'A new password was set with a one-time link')

    def test_what_is_refused_is_told_to_nobody(self):
        self.person.browser.call('update_profile', expect=422, body={
            'password': 'quite another sentence', 'current_password': 'not the password'})
        other = hire(self.client, 'staff')
        self.addCleanup(other.browser.close)
        self.person.browser.call('update_profile', expect=409, body={
            'email': other.email, 'current_password': PASSWORD})
        self.person.browser.call('update_profile', body={'name': 'Noor A.'}, expect=200)
        self.person.browser.call('update_profile', expect=200, body={
            'password': 'quite another sentence', 'current_password': PASSWORD})
        self.told(self.person.email, 'Your password was changed.')

    def test_a_house_cannot_talk_it_away(self):
        kinds = {item['kind'] for item in self.client.items('list_voice')}
        self.assertNotIn('staff_notice', kinds)
        self.client.call('set_voice', {'voice_id': 'staff_notice.mail.en'}, expect=404,
                            body={'subject': 'Nothing', 'text': 'Nothing happened', 'button': ''})


if __name__ == '__main__':
    unittest.main()
