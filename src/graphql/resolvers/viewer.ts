import { Ctx, Field, ID, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import type { Caller } from '../../core/foundation/caller.ts';
import { callerContext, type GraphqlContext } from '../kit/context.ts';

// Values are answered as they are, so each must be its own name.
const keyKinds = { API_KEY: 'API_KEY', PUBLISHABLE_KEY: 'PUBLISHABLE_KEY', ADMIN_KEY: 'ADMIN_KEY' } as const;
const permissions = { READ: 'READ', WRITE: 'WRITE', ADMINISTER: 'ADMINISTER' } as const;
type KeyKind = keyof typeof keyKinds;
type Permission = keyof typeof permissions;

registerEnumType(keyKinds, {
  name: 'KeyKind',
  description: 'The kinds of key.',
  valuesConfig: {
    API_KEY: { description: "A merchant's secret key, for its server." },
    PUBLISHABLE_KEY: { description: "A merchant's public key, for its customers' clients." },
    ADMIN_KEY: { description: "The operator's key." },
  },
});

registerEnumType(permissions, {
  name: 'Permission',
  description: 'What a key may do over GraphQL.',
  valuesConfig: {
    READ: { description: "Read a merchant's objects." },
    WRITE: { description: "Change a merchant's objects and move its money." },
    ADMINISTER: { description: 'Make merchant accounts and error mappings, and act for every merchant.' },
  },
});

const kindsShown: Readonly<Record<Caller['kind'], KeyKind>> = {
  api_key: 'API_KEY',
  publishable_key: 'PUBLISHABLE_KEY',
  admin_key: 'ADMIN_KEY',
};

const permissionsByKind: Readonly<Record<KeyKind, readonly Permission[]>> = {
  API_KEY: ['READ', 'WRITE'],
  PUBLISHABLE_KEY: [],
  ADMIN_KEY: ['READ', 'WRITE', 'ADMINISTER'],
};

@ObjectType({ description: 'Whoever holds the key that a request carries.', simpleResolvers: true })
export class Viewer {
  @Field(() => keyKinds, { description: 'What kind of key it is.' }) keyKind!: KeyKind;
  @Field(() => ID, { nullable: true, description: 'The merchant it belongs to; none for the admin API key.' })
  merchantId?: string | null;
  @Field(() => [permissions], { description: 'What it may do here.' }) permissions!: readonly Permission[];
}

@Resolver()
export class ViewerQueries {
  @Query(() => Viewer, { description: 'Who the key in the `api-key` header belongs to, and what it may do.' })
  viewer(@Ctx() graphql: GraphqlContext): Viewer {
    const { caller } = callerContext(graphql);
    const keyKind = kindsShown[caller.kind];
    return {
      keyKind,
      merchantId: caller.kind === 'admin_key' ? null : caller.merchantId,
      permissions: permissionsByKind[keyKind],
    };
  }
}
