import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { aWorld, type World } from './world.ts'

const run = promisify(execFile)
const examples = path.resolve(import.meta.dirname, '../../examples')
const isThere = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )
const [curl, python] = await Promise.all([isThere('curl'), isThere('python3')])

let world: World
beforeAll(async () => {
  world = await aWorld()
})
const said = async (program: string, file: string) => {
  const env = { ...process.env, FANION_URL: world.url, FANION_KEY: world.serverKey.text }
  return (await run(program, [path.join(examples, file)], { env })).stdout
}

describe('the examples over plain HTTP', () => {
  it.skipIf(!curl)(`ofrep.sh prints the answer${curl ? '' : '; there is no curl here'}`, async () => {
    expect(JSON.parse(await said('sh', 'ofrep.sh'))).toEqual({
      key: 'checkout',
      value: true,
      variant: 'on',
      reason: 'STATIC',
    })
  })

  it.skipIf(!python)(`ofrep.py prints the value${python ? '' : '; there is no python3 here'}`, async () => {
    expect(await said('python3', 'ofrep.py')).toBe('checkout: True\n')
  })
})
