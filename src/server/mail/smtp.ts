import type { Transporter } from 'nodemailer'
import type { Mail } from '../kernel/mail.ts'

/**
 * Mail by an SMTP server, `smtp://user:password@host:587` or `smtps://…`. Letters are plain text; an address or
 * subject is given as a field, never put into headers by hand, so no text of anybody's can add a header.
 */
export function smtpMail(url: string, from: string): Mail {
  let transport: Transporter | undefined
  return {
    send: async ({ to, subject, text }) => {
      transport ??= (await import('nodemailer')).createTransport(url, { from })
      await transport.sendMail({ to: { name: '', address: to }, subject: subject.replaceAll(/\s+/g, ' '), text })
    },
  }
}
