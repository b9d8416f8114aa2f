// What a list's card can ask its page for.
export type ListAction = 'share' | 'sheet' | 'edit' | 'copy' | 'import' | 'close' | 'reopen' | 'cancel';
