import type { Transporter } from 'nodemailer'
import type { Mail } from '../kernel/mail.ts'

/** A mail server that says nothing for so long is away. */
const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 }

/**
 * Mail by an SMTP server, `smtp://user:password@host:587` or `smtps://…`. Letters are plain text; an address or
 * subject is given as a field, never put into headers by hand, so no text of anybody's can add a header. They say that no
 * person wrote them, so that nobody's absence is told to us.
 */
export function smtpMail(url: string | (() => string), from: string): Mail {
  const urlOf = typeof url === 'string' ? () => url : url
  let open: { readonly url: string; readonly transport: Transporter } | undefined
  const host = from.slice(from.lastIndexOf('@') + 1).replace(/[^\w.-].*$/, '')
  return {
    send: async ({ to, subject, text, id }) => {
      const { createTransport } = await import('nodemailer')
      const url = urlOf()
      // its password may have been changed
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
