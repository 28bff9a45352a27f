import { describe, expect, it } from 'vitest'
import { invitationText } from './invitation.ts'

describe('what an invitation makes of somebody', () => {
  it.each([
    [
      { role: 'editor', environments: ['staging'] },
      'Editor in staging, viewer elsewhere. Editors can edit flags, and publish to unprotected environments.',
    ],
    [{ role: 'viewer', environments: null }, 'Viewer. Viewers can view everything, and change nothing.'],
    [
      { role: 'publisher', environments: ['staging', 'production'] },
      'Publisher in staging, production, viewer elsewhere. Publishers can edit, approve and publish, and create SDK keys.',
    ],
  ])('is said in whole sentences', (terms, words) => expect(invitationText(terms)).toBe(words))
})
