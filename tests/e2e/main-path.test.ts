import { exec } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { aChromium } from '../support/chromium.ts'
import { aFolder } from '../support/folder.ts'
import { built, type ServerProcess, startProcess } from '../support/process.ts'
import { type Program, runProgram } from '../support/program.ts'

let page: Page
let server: ServerProcess
let url: string
let folder: string
let source: string
let program: Program

beforeAll(async () => {
  folder = await aFolder('main-path')
  server = startProcess({ FANION_DATA_DIR: path.join(folder, 'data') }, built)
  url = await server.ready
  page = await (await (await aChromium()).newContext()).newPage()
})

const run = async (name: string, text: string) => {
  await writeFile(path.join(folder, name), text)
  return runProgram(path.join(folder, name), folder)
}

/** The last line that the application printed. */
const lastValue = ({ said }: Program) => said().trim().split('\n').at(-1)

describe('the whole path, from a fresh start to a running program', () => {
  it('begins with the owner account, a project and its three environments', async () => {
    await page.goto(url)
    await page.waitForURL('**/setup')
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Web shop')
    await page.getByRole('button', { name: 'Create project' }).click()
    const environments = page.getByRole('listitem')
    await expect
      .poll(() => environments.allInnerTexts())
      .toEqual([
        expect.stringContaining('Development'),
        expect.stringContaining('Staging'),
        expect.stringMatching(/Production\s+protected/),
      ])
    await page.getByRole('button', { name: 'Go to flags' }).click()
    await page.waitForURL('**/p/web-shop/flags')
  })

  it('makes a boolean flag, on in development', async () => {
    await page.getByRole('button', { name: 'New flag' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Checkout')
    await page.getByRole('button', { name: 'Create flag' }).click()
    const development = page.getByRole('switch', { name: 'Checkout in Development' })
    await expect.poll(() => development.isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: 'Checkout in Production' }).isChecked()).toBe(false)
  })

  it('gives a snippet with the key inside that runs as it stands', async () => {
    await page.goto(`${url}/p/web-shop/connect?flag=checkout&env=development`)
    await page.getByRole('button', { name: 'Create server key' }).click()
    const code = (text: string) => page.locator('pre', { hasText: text }).first()
    await code('fan_srv_').waitFor()
    await expect.poll(() => code('createFanion').textContent()).toMatch(/key: 'fan_srv_[\w-]{43}'/)
    source = (await code('createFanion').textContent()) ?? ''
    const install = (await code('npm install').textContent()) ?? ''
    await promisify(exec)(install, { cwd: folder })
    program = await run('try-fanion.mjs', source)
    await program.until(/checkout: true/)
  })

  it('turns the flag off in the browser, and the running program prints it', async () => {
    await page.goto(`${url}/p/web-shop/flags/checkout?env=development`)
    await page.getByRole('switch', { name: 'Checkout in Development' }).click({ force: true })
    await expect.poll(() => lastValue(program)).toBe('checkout: false')
  })

  it('publishes a rule on the country, and programs answer by it', async () => {
    const combobox = (name: string | RegExp) => page.getByRole('combobox', { name })
    await page.getByRole('button', { name: 'Add rule' }).click()
    await combobox('Rule 1, condition 1, attribute').fill('country')
    await page.keyboard.press('Enter')
    const values = combobox('Rule 1, condition 1, values')
    for (const value of ['NO', 'DE']) {
      await values.fill(value)
      await page.keyboard.press('Enter')
    }
    await page.getByRole('button', { name: /^Everyone else/ }).click()
    await combobox(/^Everyone else/).click()
    await page.getByRole('option', { name: 'off' }).click()
    await page.getByRole('button', { name: /^Publish to Development/ }).click()
    await page.getByRole('region', { name: 'Unpublished changes' }).waitFor({ state: 'detached' })
    await page.getByRole('switch', { name: 'Checkout in Development' }).click({ force: true })
    await expect.poll(() => lastValue(program)).toBe('checkout: true')
    const elsewhere = await run('elsewhere.mjs', source.replace("country: 'NO'", "country: 'US'"))
    await elsewhere.until(/checkout: false/)
    expect(program.child.exitCode).toBeNull()
  })
})
