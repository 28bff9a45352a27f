import { describe, expect, it } from 'vitest'
import { flag, owner, page } from './flag-at-hand.ts'

describe('the settings of a flag', () => {
  it('give it an owner and another name', async () => {
    await page.getByRole('navigation', { name: 'Flag pages' }).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Renamed')
    const ownerField = page.getByRole('combobox', { name: 'Owner' })
    // The flag's creator owns it; selecting them again does not remove them.
    await ownerField.click()
    await page.getByRole('option', { name: 'Ada' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Saved ${flag}`).waitFor()
    const kept = async () => (await owner.api.flags.get.query({ project: 'shop', flag })).flag
    expect(await kept()).toMatchObject({ name: 'Renamed', owner: { name: 'Ada' } })
    await ownerField.click()
    await page.getByRole('option', { name: 'No owner' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await kept()).owner).toBe(null)
  })
})
