import type { Transporter } from 'nodemailer'
import type { Mail } from '../kernel/mail.ts'

/** A mail server that does not respond for this long counts as down. */
const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/**
 * Sends emails over SMTP, `smtp://user:password@host:587` or `smtps://…`. Emails are plain text. Addresses and subjects
 * are passed as fields and never formatted into headers, which prevents header injection. Emails are marked as
 * auto-generated, so that they get no out-of-office replies.
 */
export function smtpMail(url: string | (() => string), from: string): Mail {
  const urlOf = typeof url === 'string' ? () => url : url
  let open: { readonly url: string; readonly transport: Transporter } | undefined
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/[^\w.-].*$/, '')
  return {
    send: async ({ to, subject, text, id }) => {
      const { createTransport } = await import('nodemailer')
      const url = urlOf()
      // The password may have been changed.
      if (open?.url !== url) open = { url, transport: createTransport({ url, ...patience }, { from }) }
      await open.transport.sendMail({
        to: { name: '', address: to },
        subject: subject.replaceAll(/\s+/g, ' '),
        text,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...(id !== undefined && { messageId: `<${id}@${host}>` }),
      })
    },
  }
}
