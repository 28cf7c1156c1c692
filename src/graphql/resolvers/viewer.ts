import { Ctx, Field, ID, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import type { Caller } from '../../core/foundation/context.ts';
import { callerContext, type GraphqlContext } from '../kit/context.ts';

// Compiled operations do not serialize enums: each value must equal its name.
const keyKinds = {
  API_KEY: 'API_KEY',
  PERSON: 'PERSON',
  PUBLISHABLE_KEY: 'PUBLISHABLE_KEY',
  EPHEMERAL_KEY: 'EPHEMERAL_KEY',
  ADMIN_KEY: 'ADMIN_KEY',
} as const;
const permissions = { READ: 'READ', WRITE: 'WRITE', ADMINISTER: 'ADMINISTER' } as const;
type KeyKind = keyof typeof keyKinds;
type Permission = keyof typeof permissions;

registerEnumType(keyKinds, {
  name: 'KeyKind',
  description: 'Kinds of API key.',
  valuesConfig: {
    API_KEY: { description: "A merchant's secret key, for its server." },
    PERSON: { description: 'A person who signed in, in place of a key.' },
    PUBLISHABLE_KEY: { description: "A merchant's public key, for clients such as browsers." },
    EPHEMERAL_KEY: {
      description: "The key of a payment's customer, for the payment and the customer's saved methods.",
    },
    ADMIN_KEY: { description: "The operator's key." },
  },
});

registerEnumType(permissions, {
  name: 'Permission',
  description: 'Permissions of a key in the GraphQL API.',
  valuesConfig: {
    READ: { description: "Read a merchant's objects." },
    WRITE: { description: "Change a merchant's objects and move money." },
    ADMINISTER: { description: 'Manage merchant accounts and error mappings, and act for any merchant.' },
  },
});

const keyKindOf: Readonly<Record<Caller['kind'], KeyKind>> = {
  api_key: 'API_KEY',
  person: 'PERSON',
  publishable_key: 'PUBLISHABLE_KEY',
  ephemeral_key: 'EPHEMERAL_KEY',
  admin_key: 'ADMIN_KEY',
};

const permissionsByKind: Readonly<Record<KeyKind, readonly Permission[]>> = {
  API_KEY: ['READ', 'WRITE'],
  PERSON: ['READ', 'WRITE'],
  PUBLISHABLE_KEY: [],
  EPHEMERAL_KEY: [],
  ADMIN_KEY: ['READ', 'WRITE', 'ADMINISTER'],
};

@ObjectType({
  description: 'The caller, as identified by the API key of the request.',
  simpleResolvers: true,
})
export class Viewer {
  @Field(() => keyKinds, { description: 'Kind of the key.' }) keyKind!: KeyKind;
  @Field(() => ID, { nullable: true, description: 'Merchant of the key; null for the admin API key.' })
  merchantId?: string | null;
  @Field(() => [permissions], { description: 'Permissions of the key.' }) permissions!: readonly Permission[];
}

@Resolver()
export class ViewerQueries {
  @Query(() => Viewer, { description: 'The owner and permissions of the key in the `api-key` header.' })
  viewer(@Ctx() graphql: GraphqlContext): Viewer {
    const { caller } = callerContext(graphql);
    const keyKind = keyKindOf[caller.kind];
    return {
      keyKind,
      merchantId: caller.kind === 'admin_key' ? null : caller.merchantId,
      permissions: permissionsByKind[keyKind],
    };
  }
}
