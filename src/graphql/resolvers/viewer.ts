import { Ctx, Field, FieldResolver, ID, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import { RoleName } from '../../core/entities/team-member.ts';
import type { Caller } from '../../core/foundation/context.ts';
import { type Membership, type Person, readMemberships, readPerson } from '../../core/team/persons.ts';
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

@ObjectType({ description: 'The person who is signed in.', simpleResolvers: true })
class ViewerPerson implements Person {
  @Field(() => ID, { description: 'Unique identifier of the person.' }) personId!: string;
  @Field(() => String, { description: 'E-mail address that the person signs in with.' }) email!: string;
  @Field(() => String, { description: 'Name of the person.' }) name!: string;
  @Field(() => Boolean, {
    description: 'Whether signing in with a password also takes a code of an authenticator app.',
  })
  twoFactorEnabled!: boolean;
}

@ObjectType({ description: 'A merchant account that the person belongs to.', simpleResolvers: true })
class ViewerMerchantAccount implements Membership {
  @Field(() => ID, {
    description: 'Unique identifier of the merchant account, for the header `switchyard-merchant`.',
  })
  merchantId!: string;
  @Field(() => String, { nullable: true, description: 'Name of the merchant.' }) name!: string | null;
  @Field(() => RoleName.members, { description: 'What the person may do there.' }) role!: Membership['role'];
}

@ObjectType({
  description: 'The caller, as identified by the API key of the request or the session of a person.',
  simpleResolvers: true,
})
export class Viewer {
  @Field(() => keyKinds, { description: 'Kind of the key.' }) keyKind!: KeyKind;
  @Field(() => ID, {
    nullable: true,
    description: 'Merchant of the key or the person; null for the admin API key.',
  })
  merchantId?: string | null;
  @Field(() => [permissions], { description: 'Permissions of the key.' }) permissions!: readonly Permission[];
}

@Resolver(() => Viewer)
export class ViewerQueries {
  @FieldResolver(() => ViewerPerson, {
    nullable: true,
    description: 'The person who is signed in; null for a key.',
  })
  async person(@Ctx() graphql: GraphqlContext): Promise<ViewerPerson | null> {
    const ctx = callerContext(graphql);
    return ctx.caller.kind === 'person' ? readPerson(ctx, ctx.caller.personId) : null;
  }

  @FieldResolver(() => [ViewerMerchantAccount], {
    description: 'The merchant accounts that the person belongs to; empty for a key.',
  })
  async merchantAccounts(@Ctx() graphql: GraphqlContext): Promise<ViewerMerchantAccount[]> {
    const ctx = callerContext(graphql);
    return ctx.caller.kind === 'person' ? readMemberships(ctx, ctx.caller.personId) : [];
  }

  @Query(() => Viewer, {
    description:
      'The owner and permissions of the key in the `api-key` header, or the person who is signed in.',
  })
  viewer(@Ctx() graphql: GraphqlContext): Viewer {
    const { caller } = callerContext(graphql);
    const keyKind = keyKindOf[caller.kind];
    return {
      keyKind,
      merchantId: caller.kind === 'admin_key' ? null : caller.merchantId || null,
      permissions: permissionsByKind[keyKind],
    };
  }
}
