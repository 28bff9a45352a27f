/** Where something happened, and when. */
export type Where = { publicUrl: string; project: string; projectName: string; at: Date }

type Parts = {
  subject: string
  /** What happened, as a sentence without its end. */
  what: string
  why: string | null
  /** What the reader has now, or can do. */
  then: string
  /** Of the page about it, on this server. */
  address: string
}

/** A letter of these parts, with when it happened and the way to choose which letters one gets. */
export function letterFrame({ publicUrl, at }: Where, parts: Parts): { subject: string; text: string } {
  const text = [
    `${parts.what}, on ${at.toISOString().slice(0, 16).replace('T', ' at ')} UTC.`,
    parts.why && `Why: ${parts.why}`,
    parts.then,
    new URL(parts.address, publicUrl).href,
    `Which letters you get is for you to choose: ${new URL('/me/profile', publicUrl).href}`,
  ]
  return { subject: parts.subject, text: `${text.filter(Boolean).join('\n\n')}\n` }
}
