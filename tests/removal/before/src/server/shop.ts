import type { Fanion } from '@fanion/sdk/node'
import type { flags } from '~/flags'

const logged = (_target: object, _name: string, descriptor: PropertyDescriptor) => descriptor

enum Step {
  Cart = 1,
  Address,
  Done,
}

/** A service that is given what it needs. */
export class Shop {
  #visits = 0
  private steps: Step[] = []

  constructor(
    private readonly fanion: Fanion<typeof flags>,
    readonly name: string,
  ) {}

  get visits(): number {
    return this.#visits
  }

  @logged
  next(user: string): Step {
    this.#visits += this.fanion.flags.beta({ targetingKey: user }) ? 2 : 1
    const hero = this.fanion.flags.hero({ targetingKey: user })
    switch (hero) {
      case 'bold':
        this.steps.push(Step.Cart)
      // falls through
      case 'compact':
        this.steps.push(Step.Address)
        break
      default:
        this.steps.push(Step.Done)
    }
    return this.fanion.flags.newCheckout({ targetingKey: user }) ? Step.Done : Step.Address
  }

  static of(fanion: Fanion<typeof flags>): Shop {
    return new Shop(fanion, fanion.flags.newCheckout.peek() ? 'new shop' : 'shop')
  }
}
