/** Where and when an event happened. */
export type EmailOrigin = { publicUrl: string; project: string; projectName: string; at: Date }

type EmailParts = {
  subject: string
  /** What happened, as a sentence without its final period. */
  what: string
  why: string | null
  /** The reader's situation and options. */
  then: string
  /** Path of the related page on this server. */
  address: string
}

/** Formats an email from these parts, with the time of the event and a link to the email preferences. */
export function formatEmail({ publicUrl, at }: EmailOrigin, parts: EmailParts): { subject: string; text: string } {
  const text = [
    `${parts.what}, on ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC.`,
    parts.why && `Why: ${parts.why}`,
    parts.then,
    new URL(parts.address, publicUrl).href,
    `Which letters you get is for you to choose: ${new URL('/me/profile', publicUrl).href}`,
  ]
  return { subject: parts.subject, text: `${text.filter(Boolean).join('\n\n')}\n` }
}
