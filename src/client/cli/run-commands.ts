import type { Command } from './command.ts'
import { experiment } from './experiment.ts'
import { ramp } from './ramp.ts'
import { report } from './report.ts'

const writing = ['url', 'token', 'project', 'environment'] as const

export const runCommands: readonly Command[] = [
  {
    name: 'ramp',
    summary: 'Roll a variant out in steps; watch the ramp, and undo it.',
    args: ['<start|status|pause|resume|go-on|back|wait>', '<flag>'],
    options: [...writing, 'plan', 'to', 'rule'],
    more: [
      'fanion ramp start checkout --environment production --to on --plan careful',
      'wait, for a CI: exit code 0 once it is complete, 1 if it was undone or ended, 2 if it is paused.',
    ].join('\n'),
    run: ramp,
  },
  {
    name: 'experiment',
    summary: 'List, start and stop experiments; show the status of one.',
    args: ['<list|status|start|stop|report>', '[experiment]'],
    options: [...writing, 'how'],
    more: [
      'fanion experiment stop pay-now --how as-it-is',
      'report prints all data behind its results: fanion experiment report pay-now > report.json',
    ].join('\n'),
    run: experiment,
  },
  {
    name: 'report',
    summary: 'Recompute the report of an experiment from its sums, without a server.',
    args: ['<check>', '<file>'],
    options: [],
    more: 'Exit code 0 if all of it follows from its sums, 1 if something does not.',
    run: report,
  },
]
