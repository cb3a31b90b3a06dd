Feature: Cart

  Background:
    Given an empty cart

  @tc:101 @totals
  Scenario: adds up what is in it
    When I add:
      | product | price | count |
      | book    | 1999  | 1     |
      | pencil  | 99    | 3     |
    Then it costs 2296 cents

  Scenario Outline: sells pencils by the dozen
    When I add <count> pencils
    Then it costs <total> cents

    Examples:
      | count | total |
      | 1     | 99    |
      | 12    | 1188  |

  Rule: A cart sells something

    Scenario: refuses to sell nothing
      When I add 0 pencils
      Then the cart says "There is no way to buy 0 of pencil"

    Scenario: finds a courier on the second try
      When I call the courier

    Scenario: ships to the moon
      When the rocket is not built yet

    @broken
    Scenario: breaks when asked to
      When I add 1 pencils
      Then it costs 2000 cents
