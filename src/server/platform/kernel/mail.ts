/** A letter to one person, as plain text. Letters of one id are one letter: a reader's program shows it once. */
export type Letter = { to: string; subject: string; text: string; id?: string }

/** Sends letters; null in a context where no mail server is set up. Rejects where the mail server refuses. */
export type Mail = { readonly send: (letter: Letter) => Promise<void> }
