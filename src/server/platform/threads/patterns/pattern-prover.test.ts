import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, describe, expect, it } from 'vitest'
import { PatternProver, type PatternToProve } from './pattern-prover.ts'
import { ProofsMissing, withCachedProofs, withProofs } from './with-proofs.ts'

const wanting = (source: string, document = 'flags.a'): PatternToProve => ({ source, ignoreCase: false, document })
/** A pattern that takes the checker longer than any timeout. */
const endless = (name: string) => `^${`(?:${name}?b?c?){1,99}`.repeat(30)}$`

const provers: PatternProver[] = []
const aProver = (...given: ConstructorParameters<typeof PatternProver>) => {
  const prover = new PatternProver(...given)
  provers.push(prover)
  return prover
}
afterAll(() => Promise.all(provers.map((prover) => prover.close())))

describe('the prover', () => {
  it('proves in a thread, and remembers', async () => {
    const prover = aProver()
    expect(prover.known('^a+$', false)).toBe(undefined)
    expect(await prover.prove('ada', [wanting('^a+$'), wanting('^(?:a+)+$'), wanting('(')])).toEqual([])
    expect(prover.known('^a+$', false)).toBe(null)
    expect(prover.known('^(?:a+)+$', false)).toMatchObject({ problem: expect.stringContaining('backtracks') })
    expect(prover.known('(', false)).toMatchObject({ malformed: true })
    expect(prover.known('^a+$', true)).toBe(undefined)
  })

  it('never lets the event loop wait', async () => {
    const prover = aProver({ documentMs: 700, publishMs: 700, personMs: 700 })
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    let turns = 0
    const turning = setInterval(() => (turns += 1), 1)
    const late = await prover.prove('ada', [wanting(endless('a'))])
    clearInterval(turning)
    delay.disable()
    console.log(
      `while a proof took all its time: ${turns} turns of the event loop, at most ${delay.max / 1e6} ms apart`,
    )
    expect(late).toMatchObject([{ document: 'flags.a' }])
    // A proof on this thread would have blocked the event loop.
    expect(turns).toBeGreaterThan(5)
  })

  it('gives a document, a publish and a person so much and no more', async () => {
    const byDocument = aProver({ documentMs: 300, publishMs: 60_000, personMs: 60_000 })
    const patterns = [wanting(endless('d')), wanting('^x$'), wanting('^y$', 'flags.b')]
    expect((await byDocument.prove('ada', patterns)).map(({ source }) => source)).toEqual([endless('d'), '^x$'])

    const byPerson = aProver({ documentMs: 60_000, publishMs: 60_000, personMs: 300 })
    expect(await byPerson.prove('ada', [wanting(endless('d'))])).toHaveLength(1)
    expect(await byPerson.prove('ada', [wanting('^fresh$')])).toHaveLength(1)
    expect(await byPerson.prove('bob', [wanting('^fresh$')])).toEqual([])
    expect(await byPerson.prove('ada', [wanting('^fresh$')])).toEqual([])

    const byPublish = aProver({ documentMs: 60_000, publishMs: 0, personMs: 60_000 })
    expect(await byPublish.prove(null, [wanting('^x$')])).toHaveLength(1)
  })

  it('begins another thread where one was ended', async () => {
    const prover = aProver()
    await prover.prove('ada', [wanting('^one$')])
    await prover.close()
    expect(await prover.prove('ada', [wanting('^two$')])).toEqual([])
  })
})

describe('an act that wants proofs', () => {
  it('is done again when they are there', async () => {
    let times = 0
    const prove = async () => {
      times += 1
      return withCachedProofs((known) => known('^again$', false, 'flags.a'))
    }
    await expect(prove()).rejects.toBeInstanceOf(ProofsMissing)
    expect(await withProofs(null, prove)).toBe(null)
    expect(times).toBe(3)
    expect(await withProofs(null, prove)).toBe(null)
    expect(times).toBe(4)
  })
})
