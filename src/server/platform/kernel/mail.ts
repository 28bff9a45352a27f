/** A plain-text email to one recipient. Emails with the same id are duplicates, which mail clients show once. */
export type EmailMessage = { to: string; subject: string; text: string; id?: string }

/** Sends emails. Null in a context without a mail server. Rejects if the mail server rejects the email. */
export type Mail = { readonly send: (letter: EmailMessage) => Promise<void> }
