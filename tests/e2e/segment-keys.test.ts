import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { anOwner, testServer } from '../support/server.ts'
import { aVisitor } from './visitor.ts'

const project = 'shop'
let owner: Awaited<ReturnType<typeof anOwner>>
let page: Page

beforeAll(async () => {
  const { url } = await testServer()
  owner = await anOwner(url, project)
  const document = { included: ['Doe, Jane', 'acme;eu', ' padded '], excluded: [], when: null }
  await owner.api.segments.create.mutate({ project, key: 'staff', name: 'Staff', document })
  ;({ page } = await aVisitor(await aChromium(), url, owner))
})

const includedNow = async () => {
  const { heads } = await owner.api.segments.get.query({ project, segment: 'staff' })
  return heads['development']?.document.included
}

/** Pastes into the focused field like the clipboard. */
const paste = (text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

const publish = async () => {
  await page.getByRole('button', { name: /^Review \d/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Publish/ })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

describe('the keys of a segment in a browser', () => {
  it('stay whole with commas and white space when a line is added', async () => {
    await page.goto(`/p/${project}/segments/staff?env=development`)
    const field = page.getByLabel('Always include')
    expect(await field.inputValue()).toBe('Doe, Jane\nacme;eu\n" padded "')
    await field.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('\nuser-1')
    await publish()
    expect(await includedNow()).toEqual(['Doe, Jane', 'acme;eu', ' padded ', 'user-1'])
  })

  it('are added from pasted CSV as the preview shows', async () => {
    await page.getByLabel('Always include').focus()
    await paste('"Roe, Max",NO\r\n"Doe, Jane",SE\r\nbo,DK\r\n')
    const preview = page.getByRole('group', { name: 'Pasted keys' })
    expect(await preview.getByRole('radio', { name: 'column 1 (3 keys)' }).isChecked()).toBe(true)
    await preview.getByText('1 key already in the list.').waitFor()
    await preview.getByRole('radio', { name: 'column 2 (3 keys)' }).check()
    await preview.getByRole('button', { name: 'Add 3 keys' }).waitFor()
    await preview.getByRole('radio', { name: 'column 1 (3 keys)' }).check()
    await preview.getByRole('button', { name: 'Add 2 keys' }).click()
    await publish()
    expect(await includedNow()).toEqual(['Doe, Jane', 'acme;eu', ' padded ', 'user-1', 'Roe, Max', 'bo'])
  })
})
