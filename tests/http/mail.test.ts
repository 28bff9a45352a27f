import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Server } from '../../src/server/server.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'

type Letter = { to: string[]; text: string }
const letters: Letter[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      letters.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
      done()
    })
  },
})

let url: string
let server: Server
let ada: Awaited<ReturnType<typeof anOwner>>
beforeAll(async () => {
  const port = await new Promise<number>((resolve) => {
    const listening = smtp.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const started = await testServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'fanion@example.com' })
  url = started.url
  server = started.server
  ada = await anOwner(url)
})
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())))

/** Quoted-printable as plain text again. */
const plain = (text: string) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
const lettersTo = (address: string) => letters.filter(({ to }) => to.includes(address))

describe('with a mail server', () => {
  it('an invitation goes out as a letter with its link', async () => {
    const email = 'grace@example.com'
    const made = await ada.api.invitations.create.mutate({ project: ada.project, email, role: 'viewer' })
    expect(made.mailed).toBe(true)
    expect(plain(lettersTo(email)[0]?.text ?? '')).toContain(made.link)
  })

  it('no name adds a header to a letter', async () => {
    const name = 'Ada\r\nBcc: victim@example.com'
    await expect(ada.api.account.changeName.mutate({ name })).rejects.toThrow('control characters')
    // not even one that came into the table some other way
    await server.services.db.updateTable('person').set({ name }).execute()
    const email = 'hedy@example.com'
    await ada.api.invitations.create.mutate({ project: ada.project, email, role: 'viewer' })
    const [letter] = lettersTo(email)
    expect(letter?.to).toEqual([email])
    expect(letter?.text.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
  })

  it('a reset is answered the same for an address nobody has, and sends nothing there', async () => {
    const ask = (email: string) => aBrowser(url).api.account.requestReset.mutate({ email })
    expect(await ask('nobody@example.com')).toEqual(await ask(ada.credentials.email))
    await expect.poll(() => lettersTo(ada.credentials.email).length).toBe(1)
    expect(lettersTo('nobody@example.com')).toEqual([])
  })

  it('the link of a reset sets the password', async () => {
    const email = 'joan@example.com'
    const { link } = await ada.api.invitations.create.mutate({ project: ada.project, email, role: 'viewer' })
    const joan = { token: link.split('/').at(-1) ?? '', name: 'Joan', password: 'the sentence before' }
    await aBrowser(url).api.invitations.accept.mutate(joan)
    await aBrowser(url).api.account.requestReset.mutate({ email })
    await expect.poll(() => lettersTo(email).length).toBe(2)
    const letter = plain(lettersTo(email)[1]?.text ?? '')
    const token = /\/reset\/([\w-]{43})/.exec(letter)?.[1] ?? ''
    const password = 'a new sentence of my own'
    await aBrowser(url).api.account.resetPassword.mutate({ token, password })
    const signedIn = await aBrowser(url).api.account.signIn.mutate({ email, password })
    expect(signedIn.email).toBe(email)
  })
})
