// Writes dist/THIRD-PARTY-NOTICES.txt: every package that a build took in, by name and version, with its licence.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { allBundled } from './bundled.ts'
import { noticesOf } from './notices.ts'

const file = path.resolve(import.meta.dirname, '../../dist/THIRD-PARTY-NOTICES.txt')
writeFileSync(file, noticesOf('Fanion', allBundled()))
