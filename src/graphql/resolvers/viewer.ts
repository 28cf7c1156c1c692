import { Ctx, Field, ID, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import { PermissionName } from '../../core/entities/api-key.ts';
import { type Caller, keyKindOf, profileOfCaller } from '../../core/foundation/context.ts';
import {
  allPermissions,
  isPermitted,
  type Role,
  roleMeanings,
  roles,
} from '../../core/foundation/permissions.ts';
import { enumName } from '../../core/model/index.ts';
import { callerContext, type GraphqlContext, isCustomersKey } from '../kit/context.ts';

// Compiled operations do not serialize enums: each value must equal its name.
const keyKinds = {
  API_KEY: 'API_KEY',
  PERSON: 'PERSON',
  PUBLISHABLE_KEY: 'PUBLISHABLE_KEY',
  EPHEMERAL_KEY: 'EPHEMERAL_KEY',
  ADMIN_KEY: 'ADMIN_KEY',
} as const;

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

const allRoles = Object.keys(roles) as Role[];

/** The enum of roles, `OWNER` to `ANALYST`. */
export const roleNames = Object.fromEntries(
  allRoles.map((role) => [role.toUpperCase(), role.toUpperCase()]),
) as Readonly<Record<Uppercase<Role>, Uppercase<Role>>>;

registerEnumType(roleNames, {
  name: 'Role',
  description: 'What a person may do in a merchant account.',
  valuesConfig: Object.fromEntries(
    allRoles.map((role) => [role.toUpperCase(), { description: roleMeanings[role] }]),
  ),
});

/** A role's name in GraphQL. */
export const roleNameOf = (role: Role) => role.toUpperCase() as Uppercase<Role>;

@ObjectType({
  description: 'The caller, as identified by the API key or the session of the request.',
  simpleResolvers: true,
})
export class Viewer {
  @Field(() => keyKinds, { description: 'Kind of the key.' }) keyKind!: keyof typeof keyKinds;
  @Field(() => ID, {
    nullable: true,
    description: 'Merchant of the key, or that the person acts for; null for the admin API key.',
  })
  merchantId?: string | null;
  @Field(() => [PermissionName.members as never], {
    description: 'What the caller may do: everything, unless its key or its role is restricted.',
  })
  permissions!: readonly string[];
  @Field(() => roleNames, {
    nullable: true,
    description: 'Role of the person in the merchant account; null for a key.',
  })
  role?: Uppercase<Role> | null;
  @Field(() => ID, {
    nullable: true,
    description: 'Business profile that the key is restricted to; null if to none.',
  })
  profileId?: string | null;
}

@Resolver()
export class ViewerQueries {
  @Query(() => Viewer, {
    description: 'Whose the key or the session of the request is, and its permissions.',
  })
  viewer(@Ctx() graphql: GraphqlContext): Viewer {
    const ctx = callerContext(graphql);
    const { caller } = ctx;
    const held = isCustomersKey(keyKindOf(caller)) ? [] : allPermissions;
    return {
      keyKind: caller.kind.toUpperCase() as Uppercase<Caller['kind']>,
      merchantId: caller.kind === 'admin_key' ? null : caller.merchantId,
      permissions: held.filter((permission) => isPermitted(ctx, permission)).map(enumName),
      profileId: profileOfCaller(caller),
      role: caller.kind === 'person' ? roleNameOf(caller.role) : null,
    };
  }
}
