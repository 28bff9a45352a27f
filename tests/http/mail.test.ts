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

/** Decodes quoted-printable text. */
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
    // Even if it got into the table in another way.
    await server.services.db.updateTable('person').set({ name }).execute()
    const email = 'hedy@example.com'
    await ada.api.invitations.create.mutate({ project: ada.project, email, role: 'viewer' })
    const [letter] = lettersTo(email)
    expect(letter?.to).toEqual([email])
    expect(letter?.text.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
  })

  it('whoever started a ramp hears from a letter that somebody else stopped it, and may choose not to', async () => {
    const { api, project, credentials } = ada
    const { link } = await api.invitations.create.mutate({ project, email: 'pia@example.com', role: 'publisher' })
    const pia = aBrowser(url).api
    const token = link.split('/').at(-1) ?? ''
    await pia.invitations.accept.mutate({ token, name: 'Pia', password: 'a sentence of her own' })
    await api.flags.create.mutate({ project, key: 'checkout', name: 'Checkout', onIn: ['development'] })
    const head = (await api.flags.get.query({ project, flag: 'checkout' })).heads['development']
    const { number: change, ramp } = await api.ramps.propose.mutate({
      ...{ project, environment: 'development', flag: 'checkout', base: head?.revision ?? 0 },
      plan: { rule: null, to: 'off', steps: [{ share: 5_000, hold: 'PT1H' }, { share: 100_000 }] },
    })
    await api.changes.publish.mutate({ project, change })
    const reference = { project, ramp: ramp?.number ?? 0 }
    await pia.ramps.pause.mutate({ ...reference, why: 'The shop is slow = slower' })
    await expect.poll(() => lettersTo(credentials.email).length, { timeout: 20_000 }).toBe(1)
    const letter = plain(lettersTo(credentials.email)[0]?.text ?? '')
    expect(letter).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(letter).toMatch(/^Message-ID: <[\w-]{36}@example.com>\r$/m)
    expect(letter).toContain('The shop is slow = slower')
    expect(letter).toContain(`${url}/p/${project}/flags/checkout/ramp?env=development&run=${reference.ramp}`)
    expect(lettersTo('pia@example.com').length).toBe(1)
    expect(await api.account.letters.query()).toEqual({ sends: true, ramps: 'all' })
    await api.account.chooseLetters.mutate({ ramps: 'none' })
    await pia.ramps.rollBack.mutate({ ...reference, why: '' })
    expect(await server.services.db.selectFrom('letter').select('id').execute()).toEqual([])
    letters.splice(0)
  })

  it('a reset is answered the same for an address nobody has, or of somebody shut out, and sends nothing there', async () => {
    const ask = (email: string) => aBrowser(url).api.account.requestReset.mutate({ email })
    const shutOut = (await ada.api.users.list.query()).find(({ email }) => email === 'pia@example.com')
    const userId = shutOut?.id ?? ''
    await ada.api.users.setDisabled.mutate({ userId, disabled: true })
    const answers = [await ask('nobody@example.com'), await ask('pia@example.com')]
    const answer = await ask(ada.credentials.email)
    expect(answers).toEqual([answer, answer])
    await expect.poll(() => lettersTo(ada.credentials.email).length).toBe(1)
    expect([...lettersTo('nobody@example.com'), ...lettersTo('pia@example.com')]).toEqual([])
    await ada.api.users.setDisabled.mutate({ userId, disabled: false })
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
