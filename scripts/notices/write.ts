// Writes dist/THIRD-PARTY-NOTICES.txt: all bundled packages with name, version and licence.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { allBundled } from './bundled.ts'
import { noticesOf } from './notices.ts'

const file = path.resolve(import.meta.dirname, '../../dist/THIRD-PARTY-NOTICES.txt')
writeFileSync(file, noticesOf('Fanion', allBundled()))
