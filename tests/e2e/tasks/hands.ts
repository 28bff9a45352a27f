import type { Locator, Page } from 'playwright-core'

/**
 * A user at the page whose interactions are counted: clicks, filled fields, and keys (with modifiers). Only visible
 * elements can be clicked or filled.
 */
export class Hands {
  count = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async click(what: Locator): Promise<void> {
    this.count += 1
    await what.click()
  }

  async fill(field: Locator, text: string): Promise<void> {
    this.count += 1
    await field.fill(text)
  }

  /** Types into the focused element. Counts as one filled field. */
  async type(text: string): Promise<void> {
    this.count += 1
    await this.page.keyboard.type(text)
  }

  async press(...chords: string[]): Promise<void> {
    for (const chord of chords) {
      this.count += 1
      await this.page.keyboard.press(chord)
    }
  }
}
