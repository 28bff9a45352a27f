import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { aBrowser, anOwner, testServer } from '../support/server.ts'
import { type Place, places } from './refusals.ts'
import { aVisitor } from './visitor.ts'

type Person = Awaited<ReturnType<typeof anOwner>>

const project = 'shop'
let browser: Browser
let server: Awaited<ReturnType<typeof testServer>>
let owner: Person
let editor: Person

beforeAll(async () => {
  server = await testServer({ FANION_ALLOW_PRIVATE_ADDRESSES: '1' })
  browser = await aChromium()
  owner = await anOwner(server.url, project)
  editor = await aMember('Eda')
})

const aMember = async (name: string): Promise<Person> => {
  const credentials = { email: `${name.toLowerCase()}@example.com`, password: randomBytes(12).toString('hex') }
  const { link } = await owner.api.invitations.create.mutate({ project, email: credentials.email, role: 'editor' })
  const member = aBrowser(server.url)
  const token = link.slice(link.lastIndexOf('/') + 1)
  await member.api.invitations.accept.mutate({ token, name, password: credentials.password })
  return { ...member, project, credentials }
}

const aFlag = async (onIn = ['development']): Promise<string> => {
  const key = `flag-${randomBytes(4).toString('hex')}`
  await owner.api.flags.create.mutate({ project, key, name: key, onIn })
  return key
}

const pageOf = async (person: Person, path: string): Promise<Page> => {
  const { page } = await aVisitor(browser, server.url, person)
  await page.goto(path)
  await page.getByRole('main').waitFor()
  return page
}

/** Runs a statement directly in the database, to simulate a failure. */
const inDatabase = async (statement: string) => {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const setRole = async (person: Person, role: 'viewer' | 'editor') => {
  const members = await owner.api.members.list.query({ project })
  const userId = members.find(({ user }) => user.email === person.credentials.email)?.user.id ?? ''
  await owner.api.members.setRole.mutate({ project, userId, role, environments: null })
}

/** Triggers a real error of the server for each place. */
const drives: Record<Exclude<Place, 'program'>, () => Promise<Page>> = {
  screen: async () => {
    const flag = await aFlag()
    const page = await pageOf(owner, `/p/shop/flags/${flag}`)
    await page.getByText('Add rule').waitFor()
    await page.getByRole('link', { name: 'Segments' }).click()
    await page.getByText('No segments yet').waitFor()
    await owner.api.flags.archive.mutate({ project, flag })
    await owner.api.flags.delete.mutate({ project, flag, confirm: flag })
    await page.goBack()
    await page.getByRole('alert').getByText('Couldn’t find this flag').waitFor()
    return page
  },
  denied: async () => {
    const page = await pageOf(editor, '/org/users')
    await page.getByText('You don’t have permission to manage this instance.').waitFor()
    await page.getByText('auth/forbidden').waitFor()
    return page
  },
  switch: async () => {
    const flag = await aFlag()
    const page = await pageOf(editor, `/p/shop/flags?q=key:${flag}`)
    const own = page.getByRole('switch', { name: `${flag} in Development` })
    await own.waitFor()
    await setRole(editor, 'viewer')
    await own.click()
    await page.getByText('Couldn’t save.').waitFor()
    await expect.poll(() => own.isChecked()).toBe(true)
    await setRole(editor, 'editor')
    return page
  },
  conflict: async () => {
    const flag = await aFlag()
    const [ada, eda] = [await pageOf(owner, `/p/shop/flags/${flag}`), await pageOf(editor, `/p/shop/flags/${flag}`)]
    for (const [page, rule] of [
      [ada, 'country is NO'],
      [eda, 'plan is pro'],
    ] as const) {
      await page.getByLabel('Type a rule').fill(rule)
      await page.getByLabel('Type a rule').press('Enter')
      await page.getByText('1 unpublished change').waitFor()
    }
    await ada.getByRole('button', { name: /^Publish to Development/ }).click()
    await eda.getByText('Someone published to Development after you started').waitFor()
    await eda.getByRole('button', { name: 'Merge my changes' }).click()
    await eda.getByRole('button', { name: /^Publish to Development/ }).click()
    const rules = async () => (await owner.api.flags.get.query({ project, flag })).heads['development']?.document.rules
    await expect.poll(async () => (await rules())?.length).toBe(2)
    await ada.context().close()
    return eda
  },
  form: async () => {
    const page = await pageOf(owner, '/device?code=BBBB-BBBB')
    await page.getByRole('alert').getByText('device/not-found').waitFor()
    return page
  },
  field: async () => {
    const flag = await aFlag()
    const page = await pageOf(owner, '/p/shop/flags?new=true')
    await page.getByLabel('Name', { exact: true }).fill(flag)
    await page.getByRole('button', { name: 'Create flag' }).click()
    await page.getByText('Another flag already uses this key.').waitFor()
    return page
  },
  row: async () => {
    const page = await pageOf(owner, '/p/shop/settings/members')
    await page.getByRole('button', { name: 'Remove Ada' }).click()
    await page
      .getByRole('row', { name: /ada@example.com/ })
      .getByRole('alert')
      .getByText(/last admin/)
      .waitFor()
    return page
  },
  message: async () => {
    const hook = { project, name: 'Gone', url: 'http://127.0.0.1:9/hook' }
    const { webhook } = await owner.api.webhooks.create.mutate(hook)
    const page = await pageOf(owner, `/p/shop/settings/webhooks?hook=${webhook.id}`)
    await page.getByRole('button', { name: 'Send test' }).waitFor()
    await owner.api.webhooks.remove.mutate({ project, id: webhook.id })
    await page.getByRole('button', { name: 'Send test' }).click()
    await page.getByText(/Couldn’t send the test/).waitFor()
    return page
  },
  proof: async () => {
    const page = await pageOf(owner, '/me/tokens')
    const long = { authenticatedAt: new Date(Date.now() - 2 * 3_600_000) }
    await server.server.services.db.updateTable('session').set(long).execute()
    await page.getByLabel('Name').fill('Laptop')
    await page.getByRole('button', { name: 'Create token' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByLabel('Password', { exact: true }).fill(owner.credentials.password)
    await page.keyboard.press('Enter')
    await page.getByText(/fan_pat_[\w-]{43}/).waitFor()
    return page
  },
  'sign-in': async () => {
    const flag = await aFlag()
    const carl = await aMember('Carl')
    const page = await pageOf(carl, `/p/shop/flags/${flag}`)
    await page.getByLabel('Type a rule').fill('country is NO')
    await page.getByLabel('Type a rule').press('Enter')
    await page.getByText('1 unpublished change').waitFor()
    await carl.api.account.signOut.mutate()
    await page.getByRole('button', { name: /^Publish to Development/ }).click()
    await page.getByLabel('Email').fill(carl.credentials.email)
    await page.getByLabel('Password', { exact: true }).fill(carl.credentials.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/p/shop/flags/${flag}`)
    await page.getByText('1 unpublished change').waitFor()
    return page
  },
}

const told = [...new Set(Object.values(places))].flatMap((place) => (place === 'program' ? [] : [place]))

describe('a refusal of the server is told', () => {
  it.each(told)('at its place: %s', async (place) => {
    const page = await drives[place]()
    expect(page.isClosed()).toBe(false)
    await page.context().close()
  })

  it('in place of the screen: a project that was archived', async () => {
    await owner.api.projects.create.mutate({ key: 'brief', name: 'Brief' })
    const page = await pageOf(owner, '/p/brief/settings/general')
    await owner.api.projects.archive.mutate({ project: 'brief', confirm: 'brief' })
    await page.getByRole('link', { name: 'Segments' }).click()
    await expect.poll(() => page.getByRole('alert').getByText('Couldn’t find this project').count()).toBe(1)
    await page.context().close()
  })

  it('in place of the screen: what broke, with the number to quote, until it is mended', async () => {
    const page = await pageOf(owner, '/p/shop/settings/general')
    await inDatabase('alter table webhook rename to webhook_away')
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText(/server\/internal · request/).waitFor()
    await inDatabase('alter table webhook_away rename to webhook')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Add webhook' }).count()).toBe(1)
    await page.context().close()
  })

  it('by the form, when somebody tries too often', async () => {
    const page = await (await browser.newContext({ baseURL: server.url, reducedMotion: 'reduce' })).newPage()
    for (let i = 0; i < 11; i += 1)
      await aBrowser(server.url)
        .api.account.signIn.mutate({ email: 'nobody@example.com', password: 'not the password' })
        .catch(() => undefined)
    await page.goto('/login')
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByText('request/rate-limited').count()).toBe(1)
    await page.context().close()
  })
})

describe('a server that takes its time', () => {
  it('is not waited for: the switch shows what was asked in the same frame', async () => {
    const flag = await aFlag()
    const page = await pageOf(owner, `/p/shop/flags?q=key:${flag}`)
    await page.getByRole('switch', { name: `${flag} in Development` }).waitFor()
    await page.route(/\/trpc\/[^?]*flags\.switch/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.continue()
    })
    const after = await page.evaluate(async (label) => {
      const own = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
      own?.click()
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return own?.checked
    }, `${flag} in Development`)
    expect(after).toBe(false)
    const served = async () => (await owner.api.flags.get.query({ project, flag })).heads['development']?.document.on
    await expect.poll(served).toBe(false)
    await page.context().close()
  })
})
