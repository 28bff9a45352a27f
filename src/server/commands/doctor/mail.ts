import type { Config } from '../../config.ts'
import { type Finding, messageOf } from './finding.ts'

/** Checks that the mail server accepts the sign-in. Sends nothing. */
export async function checkMailServer({ smtpUrl }: Config): Promise<Finding> {
  const about = 'mail'
  if (smtpUrl === undefined)
    return { about, state: 'note', says: 'SMTP_URL isn’t set: invitations and resets are links to hand over.' }
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 5_000, greetingTimeout: 5_000 })
  try {
    await transport.verify()
    return { about, state: 'fine', says: 'The mail server lets us in.' }
  } catch (error) {
    const cure = 'Check the host, port, user and password of SMTP_URL.'
    return { about, state: 'wrong', says: `The mail server refuses: ${messageOf(error)}.`, cure }
  } finally {
    transport.close()
  }
}
