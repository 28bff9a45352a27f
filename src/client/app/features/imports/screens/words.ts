import type { Icon } from '@tabler/icons-react'
import { IconArrowsExchange, IconBan, IconCircleCheck, IconFileText, IconRepeat } from '@tabler/icons-react'
import type { ItemStatus, RunState, Verdict } from '../../../../../shared/features/imports/schemas/import.ts'

type VerdictWords = { name: string; says: string; tone: 'good' | 'open' | 'warn' | 'bad'; icon: Icon }

export const verdictWords: Readonly<Record<Verdict, VerdictWords>> = {
  exact: { name: 'Exact', says: 'Same variants for everyone', tone: 'good', icon: IconCircleCheck },
  'exact-wide': {
    name: 'Exact, kept',
    says: 'Same variants; hashes and comparisons stay as they are',
    tone: 'open',
    icon: IconRepeat,
  },
  documented: {
    name: 'As documented',
    says: 'Not compared with the other system’s engine',
    tone: 'open',
    icon: IconFileText,
  },
  changed: { name: 'Changed', says: 'Some variants or keys differ', tone: 'warn', icon: IconArrowsExchange },
  'left-out': { name: 'Left out', says: 'Can’t be imported yet', tone: 'bad', icon: IconBan },
}

export const statusText: Readonly<Record<ItemStatus, string>> = {
  new: '',
  same: 'already here',
  update: 'changed there',
  clash: 'key is taken',
  'taken-over': 'edited here since',
}

export const runStateText: Readonly<Record<RunState, string>> = {
  compiling: 'Reading',
  previewed: 'Waiting to be imported',
  applied: 'Imported',
  discarded: 'Discarded',
  failed: 'Couldn’t be read',
}
