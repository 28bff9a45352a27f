import type { Command } from './command.ts'
import { experiment } from './experiment.ts'
import { ramp } from './ramp.ts'
import { report } from './report.ts'

const writing = ['url', 'token', 'project', 'environment'] as const

export const runCommands: readonly Command[] = [
  {
    name: 'ramp',
    summary: 'Serve a variant to more and more, step by step; watch that, and take it back.',
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
    summary: 'List, start and stop experiments; say how one stands.',
    args: ['<list|status|start|stop|report>', '[experiment]'],
    options: [...writing, 'how'],
    more: [
      'fanion experiment stop pay-now --how as-it-is',
      'report prints all that its results follow from: fanion experiment report pay-now > report.json',
    ].join('\n'),
    run: experiment,
  },
  {
    name: 'report',
    summary: 'Reckon the report of an experiment again from its sums, without a server.',
    args: ['<check>', '<file>'],
    options: [],
    more: 'Exit code 0 where all of it follows from its sums, 1 where something does not.',
    run: report,
  },
]
