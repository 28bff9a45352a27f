import { describe, expect, it } from 'vitest'
import { isNode, nameOf, sourcesUnder, walk } from './sources.ts'

/** Sends drafts to the server in the background for as long as the page is open. No component owns it. */
const background = 'src/client/app/features/drafts/sync-pass.ts'

describe('a mutation of the app', () => {
  it('goes through useMutation, so that its state, its errors and its retries are those of all others', () => {
    const found = sourcesUnder('src/client/app').flatMap(({ file, program }) => {
      const calls: string[] = []
      walk(program, (node) => {
        const { callee } = node
        if (node.type !== 'CallExpression' || !isNode(callee, 'MemberExpression')) return
        // `flags.archive.mutate(…)` is the plain client; `archive.mutate(…)` is a hook's result.
        const isClient = isNode(callee['object'], 'MemberExpression')
        if (nameOf(callee['property']) === 'mutate' && isClient) calls.push(file)
      })
      return calls
    })
    expect(new Set(found)).toEqual(new Set([background]))
  })
})
